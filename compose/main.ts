import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { OverlayError } from '../contract/errors.ts';
import { askPassword } from './ask-password.ts';
import { type ComposeCommand, readCommandLine } from './command-line.ts';
import { openPage } from './open-page.ts';
import { Refused } from './refused.ts';
import { runCommand } from './run-command.ts';

/** Exit codes: the command line is wrong; what was asked for could not be done, or something is wrong with a file. */
const exitCodes = { usage: 2, refused: 1 } as const;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`${line}\n`);

// Whoever reads the first lines and goes away, as `head` does, wants no more of them.
process.stdout.on('error', () => undefined);

// npm runs its scripts in the project; names of files are meant from where npm was called.
const command = readCommandLine(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
try {
  process.exitCode = await run(command);
} catch (thrown) {
  if (!(thrown instanceof Refused || thrown instanceof OverlayError)) throw thrown;
  warn(thrown.message);
  process.exitCode = exitCodes.refused;
}

async function run(command: ComposeCommand): Promise<number> {
  if (command.do === 'help') {
    process.stdout.write(command.text);
    return 0;
  }
  if (command.do === 'refuse') {
    warn(command.problem);
    return exitCodes.usage;
  }
  if (command.do === 'preview') return preview(command);
  return runCommand(command, { print, warn, uuid: randomUUID, password });
}

async function password(email: string): Promise<string> {
  return process.env.OVERLAY_PASSWORD || (await askPassword(email, { input: process.stdin, output: process.stderr }));
}

/** Shows the file until it is told to end. */
async function preview({ file, port, open }: Extract<ComposeCommand, { do: 'preview' }>): Promise<number> {
  const outputPage = join(import.meta.dirname, '../dist/output');
  const demoMedia = join(import.meta.dirname, '../service/demo/pictures');
  const ended = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  const { openPreview } = await import('./preview.ts');
  const shown = await openPreview({ file, port, outputPage, demoMedia, warn });
  print(`The preview is at ${shown.url}`);
  if (open) openPage(shown.url, process.platform);
  await ended;
  await shown.close();
  return 0;
}
