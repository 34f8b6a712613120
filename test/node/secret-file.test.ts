import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type * as files from 'node:fs';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { secretFile } from '../../node/secret-file.ts';

/** What was done to files, in its order. It has to listen before the package that writes is loaded. */
const done = await vi.hoisted(async () => {
  const { default: fs } = await vi.importActual<{ default: typeof files }>('node:fs');
  const done: string[] = [];
  const nameOf = new Map<number, string>();
  const { openSync, fsyncSync, renameSync } = fs;
  const short = (path: unknown): string =>
    String(path)
      .replace(/^.*[/]/, '')
      .replace(/\.tmp-.*/, '.tmp');
  fs.openSync = (path, flags, mode) => {
    const file = openSync(path, flags, mode);
    nameOf.set(file, short(path));
    if (flags === 'w') done.push(`open ${short(path)} for ${Number(mode).toString(8)}`);
    return file;
  };
  fs.fsyncSync = (file) => {
    fsyncSync(file);
    done.push(`sync ${nameOf.get(file) ?? ''}`);
  };
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    done.push(`rename ${short(from)} to ${short(to)}`);
  };
  return done;
});

const program = fileURLToPath(new URL('../kit/desk/secret-file-program.ts', import.meta.url));
let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secret-file-'));
  done.length = 0;
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('the file of the secrets', () => {
  it('is written beside the one that is there, synced, and only then put in its place', () => {
    const file = secretFile(directory);
    file.write({ first: 1 });
    done.length = 0;
    file.write({ second: 2 });
    expect(done).toEqual([
      'open secrets.json.tmp for 600',
      'sync secrets.json.tmp',
      'rename secrets.json.tmp to secrets.json',
    ]);
    expect([file.read(), readdirSync(directory)]).toEqual([{ second: 2 }, ['secrets.json']]);
  });

  it('is whole, and not older than what was written, whenever the desk is killed', async () => {
    let said = 0;
    for (let round = 0; round < 5; round++) {
      const writing = spawn(process.execPath, [program, directory, String(said)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const last = said + 10 + round;
      for await (const line of createInterface({ input: writing.stdout })) {
        said = Math.max(said, Number(line));
        if (said >= last) writing.kill('SIGKILL');
      }
      if (writing.exitCode === null && writing.signalCode === null) await once(writing, 'exit');
      const { at, filler } = secretFile(directory).read() as { at: number; filler: string };
      expect([at >= said, filler === String(at).repeat(20_000)]).toEqual([true, true]);
    }
    const open = readdirSync(directory).filter((name) => (statSync(join(directory, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  it('that cannot be read is an error, and not a file that is not there', () => {
    const file = secretFile(directory);
    expect(file.read()).toBeUndefined();
    symlinkSync('secrets.json', join(directory, 'secrets.json'));
    expect(() => file.read()).toThrow('ELOOP');
  });

  it('that is no JSON is neither read nor written over', () => {
    const file = secretFile(directory);
    writeFileSync(file.file, '{"half');
    chmodSync(file.file, 0o600);
    expect(() => file.read()).toThrow(SyntaxError);
    expect(() => file.write({})).toThrow();
    expect(readFileSync(file.file, 'utf8')).toBe('{"half');
  });
});
