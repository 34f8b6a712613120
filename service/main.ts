import { join } from 'node:path';
import process from 'node:process';
import { OverlayError } from '../contract/errors.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import { type Command, readCommandLine } from './command-line.ts';
import { jsonLog, type Log } from './log.ts';
import { openService, type RunningService, type Seed } from './service.ts';

/** Exit codes: the command line is wrong; the service could not start. */
const exitCodes = { usage: 2, refused: 1 } as const;

const here = import.meta.dirname;
/** Beside the sources the built page is in `dist/output`; the built service is in `dist/service`. */
const outputPage = join(here, import.meta.filename.endsWith('.ts') ? '../dist/output' : '../output');
const demoMedia = join(here, 'demo/pictures');

// Nobody reading the log any more is no reason to stop the show.
process.stderr.on('error', () => undefined);

const command = readCommandLine(process.argv.slice(2), outputPage);
if (command.do === 'help') process.stdout.write(command.text);
else if (command.do === 'refuse') refuse(command.problem, exitCodes.usage);
else await start(command);

async function start(command: Extract<Command, { do: 'serve' }>): Promise<void> {
  const log = jsonLog((line) => process.stderr.write(line), Date.now);
  const service = await open(command, log);
  if (!service) return;
  const stop = stopper(service, log);
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (command.exitOnStdinClose) process.stdin.on('close', () => stop('standard input closed')).resume();
  const ready: ReadyLine = { ready: true, url: service.url, apps: service.apps };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  log.info('The service is ready.', { url: service.url, data: command.data });
}

async function open({ port, data, seed, outputPage }: Extract<Command, { do: 'serve' }>, log: Log) {
  try {
    return await openService({ port, data, outputPage, demoMedia, log, seed: seed && demoShow });
  } catch (thrown) {
    if (!(thrown instanceof OverlayError)) throw thrown;
    refuse(thrown.message, exitCodes.refused);
    return undefined;
  }
}

/** Loaded only when a show is planted, so that every other start is quicker. */
async function demoShow(): Promise<Seed> {
  const { demoAppName, eveningNews } = await import('./demo/evening-news.ts');
  return { name: demoAppName, composition: eveningNews };
}

/** Stops once, however often it is asked to. */
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
