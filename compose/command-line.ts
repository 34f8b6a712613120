import { basename, extname, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { errorIn } from '../contract/errors.ts';
import { firstEmail } from '../contract/service-api/first-email.ts';

/** A service and the user there. The password is never on a command line, where other users could read it. */
export interface ServiceUser {
  /** `http://HOST:PORT`, without a trailing slash. */
  service: string;
  email: string;
}

export type ComposeCommand =
  | { do: 'new'; file: string; from: string[]; name: string }
  | { do: 'list' }
  | { do: 'check'; files: { path: string; shown: string }[] }
  | {
      do: 'import';
      source: string;
      remote: ServiceUser;
      into: number | undefined;
      revision: number | undefined;
      name: string;
    }
  | { do: 'export'; compositionId: number; file: string; remote: ServiceUser }
  | { do: 'help'; text: string }
  | { do: 'refuse'; problem: string };

/** Parses the arguments after the program's name. File names are relative to `directory`. */
export function readCommandLine(args: readonly string[], directory: string): ComposeCommand {
  let command: ComposeCommand | undefined;
  let help = '';
  const program = new Command('npm run compose --')
    .usage('COMMAND')
    .description('Make compositions as files, check them, and take them to a service and back.')
    .helpOption('-h, --help', 'print this, or after a command what there is to know of it')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: (text) => (help += text.replace(/^Usage: /, '')), writeErr: () => undefined })
    .exitOverride()
    .addHelpText('after', exitCodes);
  const into = { program, directory, give: (given: ComposeCommand) => (command = given) };
  for (const add of [addNew, addCheck, addImport, addExport]) add(into);
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return { do: 'help', text: help };
    return { do: 'refuse', problem: problemOf(errorIn(thrown), args[0]) };
  }
  return command ?? { do: 'help', text: help };
}

const exitCodes = `
The exit code is 0 where all is well, 1 where it is not, and 2 where the command line is wrong.
To see a composition while its file is written, follow the file in the workshop of the desk.`;

interface Into {
  program: Command;
  directory: string;
  give: (command: ComposeCommand) => void;
}

function addNew({ program, directory, give }: Into): void {
  program
    .command('new')
    .usage('FILE [options]')
    .summary('write a new composition, of designs of the gallery')
    .description('Write a new composition. An existing file is never overwritten.')
    .argument('[files...]')
    .option('--from <design>', 'begin with this design of the gallery; several times for several sub-compositions', add)
    .option('--name <name>', 'what it is called (default: as the file is)')
    .option('--list', 'print the designs, and write nothing')
    .action((files: string[], { from = [], name, list }: { from?: string[]; name?: string; list?: true }) => {
      if (list && files.length > 0) throw new Error('--list takes no file.');
      if (list) return give({ do: 'list' });
      const file = onlyFile('new', files);
      give({ do: 'new', file: resolve(directory, file), from, name: nameOf(name, file) });
    });
}

function addCheck({ program, directory, give }: Into): void {
  program
    .command('check')
    .usage('FILE...')
    .summary('print what is wrong with compositions, and what is most likely not meant')
    .description(
      'Print what is wrong with compositions: "FILE: path: message". What is allowed and most likely not meant is marked as ' +
        'a warning. The exit code is 1 where something is wrong, and 0 where there are only warnings.',
    )
    .argument('[files...]')
    .action((files: string[]) => {
      if (files.length === 0) throw new Error('check takes a file.');
      give({ do: 'check', files: files.map((shown) => ({ path: resolve(directory, shown), shown })) });
    });
}

function addImport({ program, directory, give }: Into): void {
  withRemote(program.command('import'))
    .usage('FILE --service URL [options]')
    .summary('make a composition of a service from a file, a bundle or a graphic (OGraf)')
    .description(
      'Make a composition of a service. FILE is a composition (.json), a bundle that "export" wrote (.zip), or a graphic in ' +
        'the OGraf format, as a zip or as a folder, which becomes a sub-composition.',
    )
    .argument('[files...]')
    .option('--into <id>', 'replace the content of this composition, or add a graphic to it', idOf('--into'))
    .option(
      '--revision <number>',
      'with --into: only if it still is this revision, which export and import print',
      idOf('--revision', 'number of a revision'),
    )
    .option('--name <name>', 'what a new composition is called (default: as the file is)')
    .action((files: string[], { into, revision, name, ...given }: RemoteFlags & ImportFlags) => {
      const source = onlyFile('import', files);
      if (revision !== undefined && into === undefined) throw new Error('--revision takes --into with it.');
      const remote = remoteOf(given);
      give({ do: 'import', source: resolve(directory, source), remote, into, revision, name: nameOf(name, source) });
    });
}

function addExport({ program, directory, give }: Into): void {
  withRemote(program.command('export'))
    .usage('ID FILE --service URL [options]')
    .summary('write a composition of a service into a file or a bundle')
    .description(
      'Write a composition of a service into a file. FILE ends in .json for the composition alone, byte for byte as it is ' +
        'stored, or in .zip for a bundle with every uploaded file that it names. A file that is there is replaced.',
    )
    .argument('[words...]')
    .action(([id, file, ...more]: string[], given: RemoteFlags) => {
      if (id === undefined || file === undefined || more.length > 0) {
        throw new Error('export takes the id of a composition and a file.');
      }
      const kind = extname(file).toLowerCase();
      if (kind !== '.json' && kind !== '.zip') throw new Error(`export writes a .json or a .zip, not "${file}".`);
      const compositionId = idOf('export')(id);
      give({ do: 'export', compositionId, file: resolve(directory, file), remote: remoteOf(given) });
    });
}

interface ImportFlags {
  into?: number;
  revision?: number;
  name?: string;
}

interface RemoteFlags {
  service?: string;
  user: string;
}

function withRemote(command: Command): Command {
  return command
    .option('--service <url>', 'the address of the service, such as http://127.0.0.1:8830')
    .option('--user <email>', 'who signs in there', firstEmail)
    .addHelpText('after', '\nThe password comes from OVERLAY_PASSWORD; without it, the terminal asks for it.');
}

function remoteOf({ service, user }: RemoteFlags): ServiceUser {
  if (service === undefined) throw new Error('--service takes the address of a service.');
  const url = URL.parse(service);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.pathname !== '/') {
    throw new Error(`--service takes an address such as http://127.0.0.1:8830, not "${service}".`);
  }
  if (user === '' || user.includes(':')) throw new Error(`--user takes an e-mail address, not "${user}".`);
  return { service: url.origin, email: user };
}

function add(one: string, before: readonly string[] = []): string[] {
  return [...before, one];
}

function onlyFile(word: string, [file, ...more]: readonly string[]): string {
  if (file === undefined || file === '') throw new Error(`${word} takes a file.`);
  if (more.length > 0) throw new Error(`${word} takes one file; "${more[0]}" is a second one.`);
  return file;
}

function nameOf(given: string | undefined, file: string): string {
  if (given === '') throw new Error('--name takes a name.');
  return given ?? basename(file, extname(file));
}

function idOf(flag: string, what = 'id of a composition, which is a number'): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
    throw new Error(`${flag} takes the ${what}, not "${text}".`);
  };
}

/** The fault and where help is. The library's messages are not sentences: "error: unknown option '--all'". */
function problemOf(thrown: Error, word = ''): string {
  if (!(thrown instanceof CommanderError)) return `${thrown.message} Try ${word} --help.`;
  if (thrown.code === 'commander.unknownCommand') return `There is no command "${word}". Try --help.`;
  const message = thrown.message.replace(/^error: /, '');
  const where = word.startsWith('-') ? '' : `${word} `;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}. Try ${where}--help.`;
}
