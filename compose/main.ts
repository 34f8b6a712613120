import process from 'node:process';
import { OverlayError } from '../contract/errors.ts';
import { type ComposeCommand, readCommandLine } from './command-line.ts';
import { warn, Refused } from './output.ts';
import { runCommand } from './run-command.ts';

/** `usage` for a wrong command line, `refused` for a command that cannot be carried out. */
const exitCodes = { usage: 2, refused: 1 } as const;

// A reader such as `head` closes the pipe after the first lines; this is no failure.
process.stdout.on('error', () => undefined);

// npm runs its scripts in the project's folder. File names are relative to the folder where npm was called.
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
  return runCommand(command);
}
