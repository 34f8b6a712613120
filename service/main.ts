import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { OverlayError } from '../contract/errors.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import { readFirstUser } from './accounts/first-user.ts';
import { keepPassword, printPassword } from './accounts/generated-password.ts';
import { type Command, readCommandLine } from './command-line.ts';
import type { UpkeepCommand } from './commands/upkeep-commands.ts';
import { keepHeapSmall } from './heap.ts';
import { jsonLog, type Log } from './log.ts';
import { exposure } from './network-flags.ts';
import type { Seed } from './seed.ts';
import type { RunningService } from './service.ts';

/**
 * Exit codes: `usage` for a wrong command line, `refused` if the service could not start or stop, `fault` after an error
 * that nothing caught (`EX_SOFTWARE` of sysexits.h).
 */
const exitCodes = { usage: 2, refused: 1, fault: 70 } as const;

/** In milliseconds. */
const dayLength = 86_400_000;

/**
 * When (ms) after its start a service stores what Node compiled of it, if that is kept (`NODE_COMPILE_CACHE`). Node itself stores it at
 * the end of the program, and never after a power cut.
 */
const compiled = 1_000;

const here = import.meta.dirname;
/** The built page is in `dist/output`, and the built service in `dist/service`. */
const outputPage = join(here, import.meta.filename.endsWith('.ts') ? '../dist/output' : '../output');
const demoMedia = join(here, 'demo/pictures');
const apiFiles = join(here, import.meta.filename.endsWith('.ts') ? '../docs' : '.');

/** Set by the build: changes with everything that decides how contents are read. From the sources it is missing. */
declare const contentProgram: string | undefined;

// A closed log is no reason to stop the show.
process.stderr.on('error', () => undefined);

// The stored data contains tokens and password hashes, so only the user that the service runs as may read it.
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

async function open(command: Extract<Command, { do: 'serve' }>, log: Log): Promise<RunningService | undefined> {
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

/** Serving and upkeep are loaded only when needed, because neither needs the other. */
async function upkeep(command: UpkeepCommand): Promise<void> {
  const { runCommand } = await import('./commands/run-command.ts');
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const readInput = (): Promise<string> => text(process.stdin);
    process.exitCode = await runCommand(command, { print, readInput, clock: Date.now, random: randomBytes });
  } catch (thrown) {
    refuseKnown(thrown);
  }
}

function refuseKnown(thrown: unknown): void {
  if (!(thrown instanceof OverlayError)) throw thrown;
  refuse(thrown.message, exitCodes.refused);
}

/** Loaded only when a demo show is stored, so that every other start is faster. */
async function demoShow(): Promise<Seed> {
  const { demoAppName, eveningNews } = await import('./demo/evening-news.ts');
  return { name: demoAppName, composition: eveningNews };
}

/**
 * Ends the service after an error that nothing caught. Nobody knows what it left half done, and everything that was
 * answered is on the disk, so a fresh start is the safe way on: the desk starts it again, and so does a supervisor. A
 * runtime may only warn of a rejection, as Electron does.
 */
function endOnFault(log: Log): void {
  const end = (thrown: unknown): void => {
    log.error('The service ended at an unexpected error.', { cause: thrown instanceof Error ? thrown.stack : thrown });
    // Where a pipe is written to later, the line would be lost with the process.
    process.stderr.write('', () => process.exit(exitCodes.fault));
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}

/** Stops the service once, however often it is called. */
function stopper(service: RunningService, log: Log): (reason: string) => void {
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
