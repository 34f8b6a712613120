import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ReadyLine } from '../../contract/service-api/live-channel.ts';

/** The service as a program of its own. */
export interface ServiceProgram {
  process: ChildProcess;
  ready: ReadyLine;
  /** All it wrote so far. */
  out(): string;
  errors(): string;
  /** How it ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const main = join(import.meta.dirname, '../../service/main.ts');

/** Run it to its end. Gives the exit code and all it wrote. */
export async function runService(...args: string[]): Promise<{ code: number | null; out: string; errors: string }> {
  const { process, out, errors, ended } = spawned(args);
  process.stdin?.end();
  const { code } = await ended;
  return { code, out: out(), errors: errors() };
}

/** Start it and wait until it is ready. */
export async function startService(...args: string[]): Promise<ServiceProgram> {
  const program = spawned(args);
  await Promise.race([once(program.process.stdout!, 'data'), program.ended]);
  const [line = ''] = program.out().split('\n');
  if (line === '') throw new Error(`The service did not start: ${program.errors()}`);
  return { ...program, ready: ReadyLine.parse(JSON.parse(line)) };
}

function spawned(args: readonly string[]): Omit<ServiceProgram, 'ready'> {
  const child = spawn(process.execPath, [main, ...args], { stdio: 'pipe' });
  const heard = { out: '', errors: '' };
  child.stdout.on('data', (bytes: Buffer) => (heard.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (heard.errors += bytes.toString()));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  return { process: child, out: () => heard.out, errors: () => heard.errors, ended };
}
