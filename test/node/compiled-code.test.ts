import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'compiled-code-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

/** Runs a program that keeps what Node compiles, and itself starts another one. Gives where both say that it is kept. */
function run(data: string, env: NodeJS.ProcessEnv = {}): string[] {
  const inner = `console.log(require('node:module').getCompileCacheDir() ?? 'nowhere')`;
  const outer = `
    import { execFileSync } from 'node:child_process';
    import { keepCompiledCode } from ${JSON.stringify(new URL('../../node/compiled-code.ts', import.meta.url).href)};
    keepCompiledCode(${JSON.stringify(data)}, process.env);
    ${inner.replace('require(', 'process.getBuiltinModule(')};
    console.log(execFileSync(process.execPath, ['-e', ${JSON.stringify(inner)}], { encoding: 'utf8' }));
    await import(${JSON.stringify(join(directory, 'part.mjs'))});
  `;
  writeFileSync(join(directory, 'part.mjs'), 'export const part = 1;');
  const { NODE_COMPILE_CACHE: _, ...others } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', outer], {
    encoding: 'utf8',
    env: { ...others, ...env },
  });
  expect(stderr).toBe('');
  return stdout.trim().split(/\n+/);
}

it('compiled code is kept in the data directory, by this program and those that it starts', () => {
  const data = join(directory, 'data');
  mkdirSync(data);
  const [own, ofChild] = run(data);
  expect(own).toContain(join(data, 'cache'));
  expect(ofChild).toBe(own);
  expect(readdirSync(own!).length).toBeGreaterThan(0);
});

it('compiled code is kept where the environment says', () => {
  const [own] = run(directory, { NODE_COMPILE_CACHE: join(directory, 'elsewhere') });
  expect(own).toContain(join(directory, 'elsewhere'));
  expect(existsSync(join(directory, 'cache'))).toBe(false);
});

it('a place that cannot be written to changes nothing', () => {
  writeFileSync(join(directory, 'file'), '');
  expect(run(join(directory, 'file'))).toEqual(['nowhere', 'nowhere']);
});
