import { resolve } from 'node:path';
import { Command as Program, CommanderError, Option } from 'commander';
import { firstEmail } from '../contract/service-api/first-email.ts';
import { addUpkeep, type UpkeepCommand } from './commands/upkeep-commands.ts';
import { dataOption, directoryOf, FlagProblem, refusal, wholeNumber } from './flag-values.ts';
import type { NetworkTerms } from './http/network-terms.ts';
import { type NetworkFlags, networkOptions, networkTerms } from './network-flags.ts';

interface ServeOptions {
  port: number;
  mediaPort: number;
  data: string;
  seed: 'demo' | undefined;
  outputPage: string;
  /** Days. */
  keepDeleted: number;
}

export type Command =
  | (ServeOptions & { do: 'serve'; exitOnStdinClose: boolean; keepPassword: boolean; network: NetworkTerms })
  | { do: 'upkeep'; command: UpkeepCommand }
  | { do: 'help'; text: string }
  | { do: 'refuse'; problem: string };

type ServeFlags = ServeOptions & NetworkFlags & { exitOnStdinClose?: boolean; keepPassword?: boolean };

/** Days. */
const usualKeepDeleted = 30;

const port = (flag: string) => wholeNumber({ from: 0, to: 65_535, what: `${flag} takes a number` });
const serveOptions = [
  new Option('--port <N>', 'listen on this port; 0 means the port of the last start, or any free one')
    .argParser(port('--port'))
    .default(0),
  new Option(
    '--media-port <N>',
    'serve pictures, videos, fonts and graphics on this port. It must differ, so that nothing served there can control ' +
      'a show',
  )
    .argParser(port('--media-port'))
    .default(0, '0, as above'),
  dataOption('the directory of the shows'),
  new Option('--seed <NAME>', '"demo": begin with the demo show if the data directory has no show yet').argParser(
    (name) => {
      if (name === 'demo') return name;
      throw new FlagProblem(`--seed knows only "demo", got "${name}".`);
    },
  ),
  new Option('--keep-deleted <DAYS>', 'how long deleted compositions and app instances stay on the disk; 0 for ever')
    .argParser(wholeNumber({ from: 0, to: 36_500, what: '--keep-deleted takes a number of days' }))
    .default(usualKeepDeleted),
  new Option('--exit-on-stdin-close', 'stop when standard input closes, as it does when the parent program ends'),
  new Option(
    '--keep-password',
    'write the password of the first user to the file admin-password of the data directory instead of printing it; ' +
      '--exit-on-stdin-close implies this',
  ),
];

const epilogue = `
A first start makes a user with the e-mail address in OVERLAY_ADMIN_USER (default ${firstEmail}) and the
password in OVERLAY_ADMIN_PASSWORD. Without that it makes a password, and prints it once.

When it is ready it prints one line of JSON on standard output. Its log is on standard error.
`;

export function readCommandLine(args: readonly string[], outputPage: string): Command {
  let command: Command | undefined;
  let help = '';
  const program = bareProgram((text) => (help += text));
  addServing(program, outputPage, (found) => (command = found));
  addUpkeep(program, (found) => (command = { do: 'upkeep', command: found }));
  try {
    program.parse(args, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof FlagProblem) return { do: 'refuse', problem: thrown.message };
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.code === 'commander.helpDisplayed') return { do: 'help', text: help };
    return { do: 'refuse', problem: refusal(thrown) };
  }
  if (!command) throw new Error('The command line has no action.');
  return command;
}

function bareProgram(showHelp: (text: string) => void): Program {
  return new Program('service')
    .description('The service of Overlay Desk, alone.')
    .usage('[flags]')
    .exitOverride()
    .configureOutput({ writeOut: showHelp, writeErr: () => undefined })
    .showSuggestionAfterError(false)
    .helpOption('--help', 'this text')
    .helpCommand(false)
    .configureHelp({
      optionTerm: ({ flags }) => flags.replace(/[<>]/g, ''),
      visibleCommands: ({ commands }) =>
        commands.flatMap((each) => (each.commands.length > 0 ? each.commands : [each])),
      subcommandTerm: termOf,
    });
}

function termOf(command: Program): string {
  const group = command.parent?.parent ? `${command.parent.name()} ` : '';
  return [`${group}${command.name()}`, ...command.registeredArguments.map((given) => given.name())].join(' ');
}

function addServing(program: Program, outputPage: string, found: (command: Command) => void): void {
  for (const option of [...serveOptions, outputPageOption(outputPage), ...networkOptions]) program.addOption(option);
  program
    .addHelpText('after', epilogue)
    // Serving flags before a command are a mistake and refused.
    .enablePositionalOptions()
    .hook('preSubcommand', refuseFlags)
    .action(() => {
      const { exitOnStdinClose = false, keepPassword = exitOnStdinClose, ...flags } = program.opts<ServeFlags>();
      const { port, mediaPort, data, seed, outputPage, keepDeleted } = flags;
      const options = { port, mediaPort, data, seed, outputPage, keepDeleted };
      found({ do: 'serve', ...options, exitOnStdinClose, keepPassword, network: networkTerms(flags) });
    });
}

function outputPageOption(usual: string): Option {
  return new Option('--output-page <DIR>', 'the built on-air page')
    .argParser(directoryOf('--output-page'))
    .default(resolve(usual), 'the one that came with this program');
}

function refuseFlags(program: Program): void {
  const given = program.options.find((option) => program.getOptionValueSource(option.attributeName()) === 'cli');
  if (given) throw new FlagProblem(`${given.long ?? given.flags} must not come before a command. Try --help.`);
}
