import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { install } from '../../build/set-up.js';
import {
  type Advisory,
  advisoryProblems,
  askedAdvisories,
  keptAdvisories,
  neverAsked,
  readAdvisories,
} from '../../build/supply/advisories.ts';
import { dependenciesPage } from '../../build/supply/dependencies-page.ts';
import { licenceProblems, shippedLicenceProblems } from '../../build/supply/licences.ts';
import { lockedPackages } from '../../build/supply/lockfile.ts';

let folder: string;
beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'supply-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  folder = made;
});

const one = (name: string, version: string, licence: string | undefined = 'MIT') => {
  return { name, version, licence, path: `node_modules/${name}` };
};

describe('a lockfile', () => {
  it('has its packages by their own names, also where they are inside of others or have another name here', () => {
    const packages = {
      '': { version: '0.1.0' },
      'node_modules/midi': { name: '@julusian/midi', version: '3.8.1', license: 'MIT' },
      'node_modules/a/node_modules/@b/c': { version: '1.0.0' },
    };
    expect(lockedPackages(JSON.stringify({ packages }))).toEqual([
      { name: '@julusian/midi', version: '3.8.1', licence: 'MIT', path: 'node_modules/midi' },
      { name: '@b/c', version: '1.0.0', licence: undefined, path: 'node_modules/a/node_modules/@b/c' },
    ]);
  });
});

describe('licences', () => {
  it('of all that is installed are allowed', () => {
    expect(lockedPackages().length).toBeGreaterThan(500);
    expect(licenceProblems(lockedPackages())).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only', 'a 1.0.0 is under GPL-3.0-only, which is not on the list of "build/supply/licences.ts".'],
    [
      '(MIT AND GPL-2.0-only)',
      'a 1.0.0 is under (MIT AND GPL-2.0-only), which is not on the list of "build/supply/licences.ts".',
    ],
    ['SEE LICENSE IN x', 'a 1.0.0 has a licence that is no SPDX expression: SEE LICENSE IN x.'],
    [undefined, 'a 1.0.0 names no licence.'],
  ])('are refused: %s', (licence, said) => {
    expect(licenceProblems([{ ...one('a', '1.0.0'), licence }])).toEqual([said]);
  });

  it('with a choice are allowed if one of them is', () => {
    expect(licenceProblems([one('a', '1.0.0', '(MIT OR GPL-3.0-only)')])).toEqual([]);
  });

  it('that only tools may have are refused in what is shipped', () => {
    const tool = one('lightningcss', '1.0.0', 'MPL-2.0');
    expect(licenceProblems([tool])).toEqual([]);
    expect(shippedLicenceProblems([{ ...tool, licence: 'MPL-2.0' }])).toHaveLength(1);
  });
});

describe('advisories', () => {
  const advisory = (id: string, affected: object): Advisory => {
    const about = { package: { ecosystem: 'npm', name: 'ws' }, ...affected };
    return { id, summary: 'Takes too much memory', affected: [about] };
  };
  const ranges = (...events: object[]): object => ({ ranges: [{ type: 'SEMVER', events }] });

  it.each([
    ['in a range', '8.1.0', ranges({ introduced: '8.0.0' }, { fixed: '8.2.0' }), true],
    ['the mended one', '8.2.0', ranges({ introduced: '8.0.0' }, { fixed: '8.2.0' }), false],
    ['before the range', '7.9.9', ranges({ introduced: '8.0.0' }, { fixed: '8.2.0' }), false],
    ['since always', '0.0.1', ranges({ introduced: '0' }, { fixed: '8.2.0' }), true],
    ['the last one that has it', '8.3.0', ranges({ introduced: '0' }, { last_affected: '8.3.0' }), true],
    ['after the last one', '8.3.1', ranges({ introduced: '0' }, { last_affected: '8.3.0' }), false],
    ['broken anew', '9.0.1', ranges({ introduced: '0' }, { fixed: '8.2.0' }, { introduced: '9.0.0' }), true],
    ['between two ranges', '8.5.0', ranges({ introduced: '9.0.0' }, { fixed: '8.2.0' }, { introduced: '0' }), false],
    ['named by itself', '1.2.3', { versions: ['1.2.3'] }, true],
    ['of another ecosystem', '1.2.3', { package: { ecosystem: 'PyPI', name: 'ws' }, versions: ['1.2.3'] }, false],
  ])('are about a version: %s', (_which, version, affected, matters) => {
    expect(advisoryProblems([one('ws', version)], [advisory('GHSA-1', affected)])).toHaveLength(matters ? 1 : 0);
  });

  it('say what is wrong and since when it is not, unless they were withdrawn or accepted', () => {
    const hole = advisory('GHSA-1', ranges({ introduced: '0' }, { fixed: '8.2.0' }));
    const packages = [one('ws', '8.1.0'), one('zod', '4.0.0')];
    expect(advisoryProblems(packages, [hole])).toEqual([
      'ws 8.1.0 has GHSA-1: Takes too much memory. Mended in 8.2.0.',
    ]);
    expect(advisoryProblems(packages, [{ ...hole, withdrawn: '2026-01-01T00:00:00Z' }])).toEqual([]);
    expect(advisoryProblems(packages, [hole], { 'GHSA-1': 'Nobody reaches that part from outside.' })).toEqual([]);
  });

  it('are read from a file, a list, lines and a folder, and what is none is named', () => {
    const at = (name: string): string => join(folder, name);
    const [first, second] = ['GHSA-1', 'GHSA-2'].map((id) => JSON.stringify(advisory(id, { versions: ['1.0.0'] })));
    writeFileSync(at('one.json'), String(first));
    writeFileSync(at('list.txt'), `[${String(first)}, ${String(second)}]`);
    writeFileSync(at('lines.txt'), `${String(first)}\n${String(second)}\n`);
    const ids = (path: string): string[] => readAdvisories(path).map(({ id }) => id);
    expect(ids(at('one.json'))).toEqual(['GHSA-1']);
    expect(ids(at('list.txt'))).toEqual(['GHSA-1', 'GHSA-2']);
    expect(ids(at('lines.txt'))).toEqual(['GHSA-1', 'GHSA-2']);
    expect(ids(folder)).toEqual(['GHSA-1']);
    writeFileSync(at('bad.json'), '{"id": 1}');
    expect(() => readAdvisories(folder)).toThrow(/bad\.json has no advisories in the OSV form: .+\.$/);
    writeFileSync(at('empty.txt'), '');
    expect(() => readAdvisories(at('empty.txt'))).toThrow('empty.txt has no advisories in the OSV form: it is empty.');
  });

  it('that the project keeps are such, and none of them matters', () => {
    const { accepted, advisories } = keptAdvisories();
    expect(advisoryProblems(lockedPackages(), advisories, accepted)).toEqual([]);
  });

  it('that nobody has ever asked for are said to be none', () => {
    const none = { accepted: {}, advisories: [] };
    expect(neverAsked({ ...none, asked: '2026-11-01' })).toBe('');
    expect(neverAsked({ ...none, asked: null })).toMatch(/^Known holes were looked for in an empty list: .*--keep/);
  });

  it('are asked of npm, and where it cannot ask, it says so and what to do', () => {
    const via = { name: 'ws', title: 'A hole', url: 'https://example.com/advisories/GHSA-9', range: '<9' };
    const report = {
      vulnerabilities: {
        ws: { via: [via], nodes: ['node_modules/ws'] },
        other: { via: ['ws'], nodes: ['node_modules/other'] },
      },
    };
    const asked = askedAdvisories(
      (path) => (path === 'node_modules/ws' ? '8.1.0' : '1.0.0'),
      () => JSON.stringify(report),
    );
    expect(advisoryProblems([one('ws', '8.1.0'), one('ws', '9.0.0')], asked)).toEqual(['ws 8.1.0 has GHSA-9: A hole.']);
    expect(() =>
      askedAdvisories(
        () => undefined,
        () => '{"message": "request failed"}',
      ),
    ).toThrow(/^npm could not ask its registry .+ npm run audit -- --from FILE$/);
  });
});

describe('install scripts', () => {
  it('run only if package.json allows them by name, whatever the version of npm', () => {
    for (const name of ['allowed', 'refused', 'unnamed']) {
      mkdirSync(join(folder, name));
      const scripts = { postinstall: `node -e "fs.writeFileSync('ran', '')"` };
      writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', scripts }));
      execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(folder, name) });
    }
    const app = join(folder, 'app');
    mkdirSync(app);
    const dependencies = Object.fromEntries(
      ['allowed', 'refused', 'unnamed'].map((name) => [name, `../${name}-1.0.0.tgz`]),
    );
    const allowScripts = { allowed: true, refused: false };
    writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', dependencies, allowScripts }));
    execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--silent'], { cwd: app });
    install(app);
    const ran = Object.keys(dependencies).filter((name) => existsSync(join(app, 'node_modules', name, 'ran')));
    expect(ran).toEqual(['allowed']);
  });
});

describe('the document of the dependencies', () => {
  it('has the licence and size of each as they are, and keeps why it is here', () => {
    expect(dependenciesPage('| `ws` | GPL | 1 kB | WebSockets |\n')).toMatch(
      /^\| `ws` \| MIT \| \d+ kB \| WebSockets \|\n$/,
    );
  });
});
