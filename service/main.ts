import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { OverlayError } from '../contract/errors.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import { readFirstUser, keepPassword, printPassword } from './accounts/first-user.ts';
import { type Command, readCommandLine } from './command-line.ts';
import type { UpkeepCommand } from './commands/upkeep-commands.ts';
import { keepHeapSmall } from './heap.ts';
import { jsonLog, type ServiceLog } from './log.ts';
import { exposure } from './network-flags.ts';
import type { Seed } from './seed.ts';
import type { RunningService } from './service.ts';

/** `usage`: wrong command line. `refused`: start or stop failed. `fault`: `EX_SOFTWARE` of sysexits.h. */
const exitCodes = { usage: 2, refused: 1, fault: 70 } as const;

/** In milliseconds. */
const dayLength = 86_400_000;

/** Milliseconds until the compile cache is stored. Node stores it only at exit, never after a power cut. */
const compiled = 1_000;

const here = import.meta.dirname;
const outputPage = join(here, import.meta.filename.endsWith('.ts') ? '../dist/output' : '../output');
const demoMedia = join(here, 'demo/pictures');
const apiFiles = join(here, import.meta.filename.endsWith('.ts') ? '../docs' : '.');

/** Set by the build: changes when reading contents may change. Missing in the sources. */
declare const contentProgram: string | undefined;

// A closed log must not stop the show.
process.stderr.on('error', () => undefined);

// Stored data contains tokens and password hashes, so only the service's user may read it.
process.umask(0o077);

const command = readCommandLine(process.argv.slice(2), outputPage);
if (command.do === 'help') process.stdout.write(command.text);
else if (command.do === 'refuse') refuse(command.problem, exitCodes.usage);
else if (command.do === 'upkeep') await upkeep(command.command);
else await start(command);

async function start(command: Extract<Command, { do: 'serve' }>): Promise<void> {
  keepHeapSmall();
  const log = jsonLog((line) => process.stderr.write(line), Date.now);
  endOnFault(log);
  const service = await open(command, log);
  if (!service) return;
  const exposed = exposure(command.network);
  if (exposed !== undefined) log.warn(exposed);
  const stop = stopper(service, log);
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (command.exitOnStdinClose) process.stdin.on('close', () => stop('standard input closed')).resume();
  const ready: ReadyLine = { ready: true, url: service.url, mediaUrl: service.mediaUrl, apps: service.apps };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  setTimeout(flushCompileCache, compiled).unref();
  log.info('The service is ready.', { url: service.url, mediaUrl: service.mediaUrl, data: command.data });
}

async function open(command: Extract<Command, { do: 'serve' }>, log: ServiceLog): Promise<RunningService | undefined> {
  const { port, mediaPort, data, seed, outputPage, keepDeleted, network } = command;
  const firstUser = readFirstUser(process.env);
  if ('problem' in firstUser) return void refuse(firstUser.problem, exitCodes.usage);
  const print = printPassword((line) => process.stderr.write(line));
  const deliverPassword = command.keepPassword ? keepPassword(data) : print;
  const files = { outputPage, demoMedia, apiFiles };
  const { openService } = await import('./service.ts');
  try {
    const program = typeof contentProgram === 'undefined' ? undefined : contentProgram;
    const choices = { program, port, mediaPort, data, keepDeleted: keepDeleted * dayLength, network };
    return await openService({ ...files, ...choices, log, firstUser, deliverPassword, seed: seed && demoShow });
  } catch (thrown) {
    return void refuseKnown(thrown);
  }
}

async function upkeep(command: UpkeepCommand): Promise<void> {
  const { runCommand } = await import('./commands/run-command.ts');
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    process.exitCode = await runCommand(command, print, () => text(process.stdin));
  } catch (thrown) {
    refuseKnown(thrown);
  }
}

function refuseKnown(thrown: unknown): void {
  if (!(thrown instanceof OverlayError)) throw thrown;
  refuse(thrown.message, exitCodes.refused);
}

async function demoShow(): Promise<Seed> {
  const { demoAppName, eveningNews } = await import('./demo/evening-news.ts');
  return { name: demoAppName, composition: eveningNews };
}

/**
 * Ends the service after an uncaught error: its state is unknown, answered requests are on disk, and the desk or a
 * supervisor restarts it. Some runtimes, such as Electron, only warn of rejections.
 */
function endOnFault(log: ServiceLog): void {
  const end = (thrown: unknown): void => {
    log.error('The service ended at an unexpected error.', { cause: thrown instanceof Error ? thrown.stack : thrown });
    // Flush first: on asynchronous pipes the line would be lost.
    process.stderr.write('', () => process.exit(exitCodes.fault));
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}

function stopper(service: RunningService, log: ServiceLog): (reason: string) => void {
  let stopping = false;
  return (reason) => {
    if (stopping) return;
    stopping = true;
    log.info('The service is stopping.', { reason });
    service.close().then(
      () => process.exit(0),
      (thrown: unknown) => {
        log.error('The service could not stop cleanly.', { cause: thrown instanceof Error ? thrown.stack : thrown });
        process.exit(exitCodes.refused);
      },
    );
  };
}

function refuse(sentence: string, exitCode: number): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
