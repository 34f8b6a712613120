import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { builtHost } from '../built.ts';

/** The host as its users start it, without a window of its own. */
export interface HostProgram {
  /** The address that lets one browser in, once. */
  address: string;
  data: string;
  pid: number;
  /** What it and its service said on stderr so far. */
  said(): string;
  /** What it printed on stdout so far. */
  printed(): string;
  /** Resolves with its exit code when it has ended. */
  ended: Promise<number | null>;
  /** End it as Ctrl-C does, and take its data away. */
  close(): Promise<void>;
}

/** Start the built host, which starts in half the time of its sources. `data` is a directory of its own unless it is given. */
export function startHost(
  data = mkdtempSync(join(tmpdir(), 'overlay-host-')),
  ...flags: string[]
): Promise<HostProgram> {
  return startHostProgram(builtHost, data, flags);
}

/** Start a host on any free port, as its sources or as it is built. */
export function startHostProgram(main: string, data: string, flags: string[] = []): Promise<HostProgram> {
  const words = [main, '--no-open', '--port', '0', '--data', data, ...flags];
  return hostOf(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] }), data);
}

/** A host that was just started on some data, when it has an address. */
export async function hostOf(child: ChildProcessByStdio<null, Readable, Readable>, data: string): Promise<HostProgram> {
  const ended = once(child, 'exit');
  let said = '';
  let printed = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\S+/.exec(line)?.[0];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(`The host ended: ${said}`)), reject);
  });
  return {
    address,
    data,
    pid: child.pid ?? NaN,
    ended: ended.then(([code]) => code as number | null),
    said: () => said,
    printed: () => printed,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true });
    },
  };
}
