import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ReadyLine } from '../../../contract/service-api/live-channel.ts';
import { firstAccount } from './small-service.ts';

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

const main = join(import.meta.dirname, '../../../service/main.ts');

/** How the program is run, where that is not the usual way. */
interface Given {
  /** Further variables in its environment. */
  env?: Record<string, string>;
  /** What it finds on its standard input. */
  input?: string;
  /** The file that is run. */
  program?: string;
  /** A command that runs it. */
  within?: string[];
}

/** The environment of a service whose first user is known, which it therefore does not print. */
const withFirstUser = { OVERLAY_ADMIN_USER: firstAccount.email, OVERLAY_ADMIN_PASSWORD: firstAccount.password };

/** Run it to its end. Gives the exit code and all it wrote. */
export function runService(...args: string[]): Promise<{ code: number | null; out: string; errors: string }> {
  return runServiceWith({}, ...args);
}

/** The same in another way. */
export async function runServiceWith(
  given: Given,
  ...args: string[]
): Promise<{ code: number | null; out: string; errors: string }> {
  const { process, out, errors, ended } = spawned(args, given);
  process.stdin?.end(given.input);
  const { code } = await ended;
  return { code, out: out(), errors: errors() };
}

/** Start it and wait until it is ready. */
export function startService(...args: string[]): Promise<ServiceProgram> {
  return startServiceWith({}, ...args);
}

/** The same in another way. */
export async function startServiceWith(given: Given, ...args: string[]): Promise<ServiceProgram> {
  const program = spawned(args, given);
  await Promise.race([once(program.process.stdout!, 'data'), program.ended]);
  const [line = ''] = program.out().split('\n');
  if (line === '') throw new Error(`The service did not start: ${program.errors()}`);
  return { ...program, ready: ReadyLine.parse(JSON.parse(line)) };
}

function spawned(args: readonly string[], { env, program = main, within = [] }: Given): Omit<ServiceProgram, 'ready'> {
  const surroundings = { ...process.env, ...withFirstUser, ...env };
  const [command = '', ...rest] = [...within, process.execPath, program, ...args];
  const child = spawn(command, rest, { stdio: 'pipe', env: surroundings });
  const heard = { out: '', errors: '' };
  child.stdout.on('data', (bytes: Buffer) => (heard.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (heard.errors += bytes.toString()));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  return { process: child, out: () => heard.out, errors: () => heard.errors, ended };
}
