import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobs } from '../../build/jobs.js';
import { root } from '../../build/set-up.js';
import { usualPort } from '../../host/usage.js';

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build/run.js'), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the one command', () => {
  it('has a job for each script of the project, under the same name', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts).toEqual(Object.fromEntries(Object.keys(jobs).map((job) => [job, `node build/run.js ${job}`])));
  });

  it('names its jobs when it does not know one', () => {
    expect(run('strat')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'There is no job "strat". There are: start, service, compose, check-show, test, test:soak, test:packages, check, bench, generate, pack, companion, audit, pack:stick, release:seal, release:verify.\n',
    });
  });

  it('lists every flag of the start, with what is the case without it', () => {
    const { status, stdout } = run('start', '--help');
    expect(status).toBe(0);
    for (const flag of ['--host', '--no-open', '--port N', '--data DIR', '--help']) expect(stdout).toContain(flag);
    expect(stdout).toContain(`default ${String(usualPort)}`);
  });

  it('writes no colors where its output goes to a file or another program', () => {
    const env = { ...process.env, FORCE_COLOR: undefined, FORCE_TTY: undefined, NO_COLOR: undefined };
    const words = [join(root, 'build/run.js'), 'test', '--project', 'unit', 'test/build/baked-facts.test.ts'];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
    expect(stdout).toContain('test/build/baked-facts.test.ts');
    expect(stdout + stderr).not.toContain('\u001b[');
  });

  it('says on stderr what is wrong with a flag, and starts nothing', () => {
    const { status, stdout, stderr } = run('start', '--host', '--port', 'eighty');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('--port takes a number from 0 to 65535, not "eighty".\n');
  });
});
