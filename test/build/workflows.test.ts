import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { packFlags, systems } from '../../build/package/flags.ts';
import { kinds } from '../../build/package/tools.ts';
import { root } from '../../build/set-up.js';

const Step = z.object({
  uses: z.string().optional(),
  if: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
});
const Job = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.number().max(60),
  needs: z.string().optional(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  strategy: z
    .object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())).optional() }).loose() })
    .optional(),
  steps: z.array(Step.loose()),
});
const Workflow = z.object({
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.record(z.string(), Job.loose()),
});

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, ...Workflow.parse(load(text)) };
});
const jobs = workflows.flatMap(({ file, jobs: all }) =>
  Object.entries(all).map(([name, job]) => ({ at: `${file} ${name}`, ...job })),
);
const steps = jobs.flatMap((job) => job.steps.map((step) => ({ ...step, at: job.at })));
const release = workflows.find(({ file }) => file === 'release.yml');

describe('the workflows', () => {
  it('run only scripts that package.json has, and there are some of each kind', () => {
    const named = steps
      .flatMap(({ run = '' }) => [...run.matchAll(/\bnpm (?:run ([\w:-]+)|(test))/g)])
      .map(([, a, b]) => a ?? b);
    const expected = ['check', 'test', 'audit', 'pack', 'pack:stick', 'release:verify'];
    expect([...new Set(named)].sort()).toEqual(expected.sort());
    expect(expected.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });

  it('name only files that the project has', () => {
    const paths = steps.flatMap(
      ({ run = '' }) => run.match(/(?:^|\s)(\.ci|build|docs|test|host|electron)\/[\w./-]+/gm) ?? [],
    );
    expect(paths.map((path) => path.trim())).toEqual(expect.arrayContaining(['.ci/run', 'test/electron']));
    expect(paths.filter((path) => !existsSync(join(root, path.trim())))).toEqual([]);
    expect(existsSync(join(root, 'build/stick/verify.sh'))).toBe(true);
  });

  it('pin each action by its commit, with the version beside it, and each by the same one', () => {
    const uses = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.+)/g)]).map(([, use = '']) => use);
    expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length);
    expect(uses.filter((use) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(use))).toEqual([]);
    const actions = new Set(uses.map((use) => use.split('@')[0]));
    expect(new Set(uses).size).toBe(actions.size);
  });

  it('put nothing from outside into a command but by the environment', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });

  it('give secrets only to jobs that a second person approves, and rights only to those that need them', () => {
    const secretive = jobs.filter((job) => JSON.stringify(job).includes('secrets.'));
    expect(secretive.map(({ at }) => at)).toEqual(['release.yml pack', 'release.yml seal']);
    expect(secretive.filter(({ environment }) => environment !== 'release')).toEqual([]);
    const writing = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
    expect(writing).toEqual(secretive);
    expect(jobs.filter(({ permissions }) => permissions?.contents === 'write').map(({ at }) => at)).toEqual([
      'release.yml seal',
    ]);
  });
});

describe('the workflow of a release', () => {
  it('packs for each system and processor with flags that the job takes', () => {
    const matrix = release?.jobs.pack?.strategy?.matrix.include ?? [];
    const packed = matrix.flatMap(({ system = '', processor = '' }) =>
      packFlags(['--system', system, '--processor', processor]),
    );
    const named = packed.map(({ system, processor }) => `${system} ${processor}`);
    expect(named.sort()).toEqual([
      'darwin arm64',
      'darwin x64',
      'linux arm64',
      'linux x64',
      'win32 arm64',
      'win32 x64',
    ]);
    expect([release?.jobs.verify?.needs, release?.jobs.seal?.needs]).toEqual(['pack', 'verify']);
  });

  it('verifies each package that it packs, each on a machine of its system and processor', () => {
    const machines = (job: string): string[] =>
      (release?.jobs[job]?.strategy?.matrix.include ?? []).map(
        ({ system = '', processor = '' }) => `${system} ${processor}`,
      );
    expect(machines('verify').sort()).toEqual(machines('pack').sort());
    // An AppImage needs a runtime that the workflow does not have.
    expect(release?.text).not.toContain('APPIMAGE_TOOLS_PATH');
    const unnamed = systems.flatMap((system) => {
      const step = release?.jobs.verify?.steps.find((one) => one.if === `matrix.system == '${system}'`);
      const named = [...(step?.run ?? '').matchAll(/overlay-desk-\*-\w+-\S*PROCESSOR"?\*\.([\w.]+)/g)].map(
        ([, kind]) => kind,
      );
      const packed = kinds[system].map(({ name }) => name).filter((name) => name !== 'AppImage');
      return packed.filter((kind) => !named.includes(kind)).map((kind) => `${system} ${kind}`);
    });
    expect(unnamed).toEqual([]);
  });

  it('gives the build the variables that the document of releases explains, and its secrets are there too', () => {
    const document = readFileSync(join(root, 'docs/release.md'), 'utf8');
    const variables = steps
      .flatMap(({ env = {}, run = '' }) => [
        ...Object.keys(env),
        ...[...run.matchAll(/(?:export |echo ")(\w+)=/g)].map(([, name = '']) => name),
      ])
      .filter((name) => /^(OVERLAY|WIN_CSC|CSC|APPLE_API|AZURE|JSIGN)_/.test(name));
    expect(variables.length).toBeGreaterThan(6);
    const secrets = [...(release?.text ?? '').matchAll(/(?:secrets|vars)\.(\w+)/g)].map(([, name = '']) => name);
    expect([...new Set([...variables, ...secrets])].filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  });
});
