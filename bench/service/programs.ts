import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createInterface } from 'node:readline';

const top = join(import.meta.dirname, '../..');

/** What is started: the service from its sources or as the built file, or a yardstick: the bare echo, the bare durable sketch, the bare service. */
export const programs = {
  sources: join(top, 'service/main.ts'),
  built: join(top, 'dist/service/main.js'),
  echo: join(import.meta.dirname, 'echo.ts'),
  sketch: join(import.meta.dirname, 'sketch.ts'),
  bare: join(import.meta.dirname, 'bare-service.js'),
} as const;

/** A server in a process of its own. */
export interface Running {
  url: string;
  /** Milliseconds from its start until it said that it is ready. */
  startedIn: number;
  /** Processor time (s) that it has used so far, and memory (MiB) that it holds. */
  used(): Promise<{ cpu: number; memory: number }>;
  /** End it at once; resolves when it has ended. */
  kill(): Promise<void>;
}

/** Start a server and wait until it is ready. Throws, with what it said, where it does not start. */
export async function start(program: string, args: readonly string[] = [], env = {}): Promise<Running> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe', env: { ...process.env, ...env } });
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const line = await firstLine(child);
  const startedIn = performance.now() - began;
  if (line === undefined) throw new Error(`${program} did not start: ${errors}`);
  const { url } = JSON.parse(line) as { url: string };
  const kill = async (): Promise<void> => {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  return { url, startedIn, used: () => used(url), kill };
}

/** Start the service on a data directory, as it ships unless another `program` is named. `port` 0: any that is free. */
export function startService(data: string, { program = programs.built, port = 0, env = {} } = {}): Promise<Running> {
  return start(program, ['--port', String(port), '--data', data, '--exit-on-stdin-close'], env);
}

/** The first line that it says; undefined where it ends without one. */
async function firstLine({ stdout }: ChildProcess): Promise<string | undefined> {
  const lines = createInterface({ input: stdout! });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  return line;
}

/** What the program says of itself. */
async function used(url: string): Promise<{ cpu: number; memory: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { cpu: value('process_cpu_seconds_total'), memory: value('process_resident_memory_bytes') / 2 ** 20 };
}
