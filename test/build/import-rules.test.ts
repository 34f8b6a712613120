import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import tsconfig from '../../tsconfig.json' with { type: 'json' };
import { root } from '../../build/set-up.js';

/** What is imported, and the rules that must refuse it; none where it must be allowed. */
const imports: [from: string, to: string, rules: string[]][] = [
  ['contract/a.ts', 'zod', []],
  ['contract/b.ts', 'ws', ['contract-knows-data-only']],
  ['contract/c.ts', 'node:fs', ['contract-knows-data-only']],
  ['contract/d.ts', 'desk/ports.ts', ['contract-knows-data-only']],
  ['contract/service-api/a.ts', 'scene/schema/scene.ts', []],
  ['contract/service-api/b.ts', 'scene/content/check.ts', ['contract-knows-data-only']],
  ['contract/model/a.ts', 'scene/schema/scene.ts', ['contract-model-is-the-base']],
  ['contract/model/b.ts', 'contract/service-api/c.ts', ['contract-model-is-the-base']],
  ['scene/schema/a.ts', 'contract/model/field.ts', []],
  ['scene/schema/b.ts', 'scene/content/check.ts', ['scene-schemas-are-data']],
  ['scene/content/a.ts', 'scene/schema/scene.ts', []],
  ['scene/content/b.ts', 'node:fs', ['scene-is-pure']],
  ['scene/content/c.ts', 'service/main.ts', ['scene-is-pure']],
  ['scene/content/d.ts', 'contract/service-api/c.ts', ['scene-is-pure']],
  ['desk/desk.ts', 'desk/app/lane.ts', []],
  ['desk/log/a.ts', 'desk/ports.ts', []],
  ['desk/log/b.ts', 'desk/app/lane.ts', []],
  ['desk/log/c.ts', 'desk/operate/looks.ts', ['desk-log-imports-rooms-below']],
  ['desk/log/d.ts', 'service/main.ts', ['desk-knows-the-contract']],
  ['desk/log/e.ts', 'electron', ['electron-in-its-shell-only', 'no-development-packages-at-run-time']],
  ['desk/log/f.ts', 'node:fs', []],
  ['desk/log/g.ts', 'desk/desk.ts', ['desk-log-imports-rooms-below']],
  ['desk/log/h.ts', 'node/clock.ts', ['desk-knows-the-contract']],
  ['surfaces/press/a.ts', 'contract/clock.ts', []],
  ['surfaces/press/b.ts', 'desk/app/lane.ts', ['surfaces-know-the-contract']],
  ['surfaces/press/c.ts', 'node:fs', ['surfaces-know-the-contract']],
  ['surfaces/press/d.ts', 'scene/content/check.ts', ['surfaces-know-the-contract']],
  ['node/a.ts', 'desk/screens/screens.ts', []],
  ['node/b.ts', 'node:fs', []],
  ['node/c.ts', 'service/main.ts', ['node-knows-the-desk']],
  ['node/d.ts', 'host/main.ts', ['node-knows-the-desk']],
  ['desk/live-data/tables/a.ts', 'csv-parse', []],
  ['desk/live-data/tables/b.ts', 'node:fs', ['tables-are-pure']],
  ['desk/live-data/tables/c.ts', 'ws', ['tables-are-pure']],
  ['desk/show/a.ts', 'desk/cues/cues.ts', []],
  ['desk/show/b.ts', 'desk/remote/remote.ts', ['desk-show-imports-rooms-below']],
  ['bench/a.ts', 'test/kit.ts', []],
  ['host/g.ts', 'bench/main.ts', ['host-knows-the-desk', 'nothing-needs-tests']],
  ['desk/live-data/a.ts', 'desk/operate/actions.ts', []],
  ['desk/live-data/b.ts', 'desk/cues/cues.ts', ['desk-live-data-imports-rooms-below']],
  ['desk/live-data/c.ts', 'node:fs', ['desk-core-is-pure']],
  ['desk/operate/b.ts', 'desk/backup/pair.ts', ['desk-operate-imports-rooms-below']],
  ['desk/backup/a.ts', 'desk/services/services.ts', ['desk-backup-imports-rooms-below']],
  ['desk/services/a.ts', 'desk/backup/pair.ts', []],
  ['desk/controls/a.ts', 'contract/data.ts', []],
  ['desk/controls/b.ts', 'node:fs', ['desk-core-is-pure']],
  ['desk/operate/a.ts', 'ws', ['desk-core-is-pure']],
  ['desk/app/a.ts', 'surfaces/press/keys.ts', []],
  ['desk/app/b.ts', 'desk/controls/a.ts', ['desk-app-imports-rooms-below']],
  ['desk/screens/a.ts', 'desk/screens/lamp.ts', []],
  ['devices/midi/a.ts', 'contract/devices/driver.ts', []],
  ['devices/midi/b.ts', 'contract/data.ts', ['devices-know-the-contract-and-drivers']],
  ['devices/midi/c.ts', 'desk/ports.ts', ['devices-know-the-contract-and-drivers']],
  ['devices/midi/d.ts', 'ws', ['devices-know-the-contract-and-drivers']],
  ['devices/midi/e.ts', 'node:fs', []],
  ['devices/midi/f.ts', 'node:http', ['devices-know-the-contract-and-drivers']],
  [
    'desk/controls/c.ts',
    'devices/midi/a.ts',
    ['desk-core-is-pure', 'desk-knows-the-contract', 'nothing-imports-devices'],
  ],
  ['service/store/a.ts', 'desk/ports.ts', ['service-knows-the-contract']],
  ['service/store/b.ts', 'fastify', ['http-library-in-one-place']],
  ['service/store/c.ts', 'ws', ['http-library-in-one-place']],
  ['service/store/d.ts', 'compose/main.ts', ['service-knows-the-contract']],
  ['service/http/a.ts', 'fastify', []],
  ['service/http/b.ts', 'vitest', ['no-development-packages-at-run-time']],
  ['service/domain/a.ts', 'contract/data.ts', []],
  ['service/domain/b.ts', 'node:fs', ['service-domain-is-pure']],
  ['service/domain/c.ts', 'service/http/server.ts', ['service-domain-is-pure']],
  ['compose/a.ts', 'scene/content/check.ts', []],
  ['compose/b.ts', 'desk/ports.ts', ['compose-is-a-client']],
  ['compose/c.ts', 'service/http/network-terms.ts', ['compose-is-a-client']],
  ['compose/d.ts', 'node:fs', []],
  ['output/a.ts', 'contract/data.ts', []],
  ['output/b.ts', 'zod', ['output-knows-the-contract']],
  ['output/c.ts', 'scene/expression/expression.ts', []],
  ['renderer/a.ts', 'svelte', []],
  ['renderer/b.ts', 'desk/ports.ts', ['renderer-knows-the-contract']],
  ['renderer/c.ts', 'node:fs', ['renderer-knows-the-contract']],
  ['host/a.ts', 'desk/desk.ts', []],
  ['host/b.ts', 'electron/main.ts', ['electron-in-its-shell-only', 'host-knows-the-desk']],
  ['host/c.ts', 'renderer/main.ts', ['host-knows-the-desk']],
  ['electron/a.ts', 'electron', []],
  ['electron/b.ts', 'host/main.ts', ['electron-knows-the-desk']],
  ['electron/preload/a.ts', 'electron', []],
  ['electron/preload/b.ts', 'node:fs', ['preload-has-no-node']],
  ['host/d.ts', 'test/kit.ts', ['host-knows-the-desk', 'nothing-needs-tests']],
  ['build/a.ts', 'test/kit.ts', ['nothing-needs-tests']],
  ['build/b.ts', 'host/main.ts', []],
  ['host/e.ts', 'build/set-up.ts', ['host-knows-the-desk', 'nothing-needs-the-build']],
  ['test/a.ts', 'build/set-up.ts', []],
  ['integrations/companion/a.ts', 'contract/data.ts', []],
  ['integrations/companion/b.ts', 'desk/desk.ts', ['integrations-are-clients']],
  ['integrations/companion/c.ts', 'node:http', []],
  ['host/f.ts', 'integrations/companion/main.ts', ['host-knows-the-desk', 'nothing-imports-integrations']],
  ['contract/e.ts', 'contract/missing.ts', ['contract-knows-data-only', 'everything-exists']],
];
const runtime = ['zod', 'ws', 'fastify', 'csv-parse'];
const development = ['electron', 'svelte', 'vitest', '@companion-module/base'];

let project = '';
let refused: { from: string; rule: string }[] = [];

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'import-rules-'));
  writeProject();
  const folders = tsconfig.include.filter((folder) => existsSync(join(project, folder)));
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, ...folders, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd: project, encoding: 'utf8' },
  );
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string; severity: string } }[] };
  };
  refused = summary.violations
    .filter(({ rule }) => rule.severity === 'error')
    .map(({ from, rule }) => ({ from, rule: rule.name }));
});
afterAll(() => {
  rmSync(project, { recursive: true });
});

function writeProject(): void {
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) copyFileSync(join(root, file), join(project, file));
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  write('package.json', { dependencies: versions(runtime), devDependencies: versions(development) });
  for (const name of [...runtime, ...development]) {
    write(`node_modules/${name}/package.json`, { name, version: '1.0.0', main: 'index.js' });
    write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  const own = (target: string): boolean => target.includes('/') && !target.endsWith('missing.ts');
  for (const [, to] of imports) if (own(to)) write(to, 'export {};');
  for (const [from, to] of imports) {
    const path = to.includes('/') ? relative(dirname(from), to) : to;
    const kind = to === 'desk/ports.ts' ? 'import type' : 'import';
    write(
      from,
      `${kind} * as it from '${to.includes('/') && !path.startsWith('.') ? `./${path}` : path}';\nvoid it;\n`,
    );
  }
  write('renderer/around.ts', "import './again.ts';\n");
  write('renderer/again.ts', "import './around.ts';\n");
  write('renderer/itself.ts', "import './itself.ts';\n");
  const ofCompanion = "import * as it from '@companion-module/base';\nvoid it;\n";
  for (const name of ['main', 'panel']) write(`integrations/companion/${name}.ts`, ofCompanion);
  write('desk/log/value.ts', "import * as ports from '../ports.ts';\nvoid ports;\n");
}

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const rulesAgainst = (file: string): string[] =>
  refused
    .filter(({ from }) => from === file)
    .map(({ rule }) => rule)
    .sort();

describe('the shape of the project', () => {
  it.each(imports.map(([from, to, rules]) => [from, rules.length === 0 ? 'may' : 'may not', to, rules] as const))(
    '%s %s import %s',
    (from, _, __, rules) => {
      expect(rulesAgainst(from)).toEqual(rules);
    },
  );

  it('has no circles', () => {
    // A circle is told of once, at any of its files.
    const circle = ['renderer/again.ts', 'renderer/around.ts'].flatMap(rulesAgainst);
    expect(circle).toEqual(['no-cycles']);
  });

  it('lets a part hold parts of its own kind', () => {
    expect(rulesAgainst('renderer/itself.ts')).toEqual([]);
  });

  it('has ports that are types only', () => {
    expect(rulesAgainst('desk/log/value.ts')).toEqual(['desk-ports-are-types']);
  });

  it('has one file that touches Companion', () => {
    const found = ['main', 'panel'].map((name) => rulesAgainst(`integrations/companion/${name}.ts`));
    expect(found).toEqual([[], ['companion-in-its-edge-only']]);
  });
});
