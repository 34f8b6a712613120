import { basename, extname, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { firstEmail } from '../service/accounts/first-user.ts';
import { helpOf } from './help.ts';

/** A service, and who signs in there. The password is no part of a command line, where others could read it. */
export interface Remote {
  /** `http://HOST:PORT`, without a trailing slash. */
  service: string;
  email: string;
}

/** What a command line asks for. Files are absolute paths. */
export type ComposeCommand =
  | { do: 'new'; file: string; from: string[]; name: string }
  | { do: 'list' }
  | { do: 'check'; files: { path: string; shown: string }[] }
  | { do: 'preview'; file: string; port: number; open: boolean }
  | { do: 'import'; source: string; remote: Remote; into: number | undefined; name: string }
  | { do: 'export'; compositionId: number; file: string; remote: Remote }
  | { do: 'help'; text: string }
  /** A sentence on what is wrong with the command line. */
  | { do: 'refuse'; problem: string };

/** Read the arguments that follow the program's name. `directory` is what names of files start from. */
export function readCommandLine(args: readonly string[], directory: string): ComposeCommand {
  const [word, ...rest] = args;
  if (word === undefined || word === '--help' || word === '-h') return { do: 'help', text: helpOf(undefined) };
  if (!isWord(word)) return { do: 'refuse', problem: `There is no command "${word}". Try --help.` };
  if (rest.includes('--help') || rest.includes('-h')) return { do: 'help', text: helpOf(word) };
  try {
    return readers[word](rest, directory);
  } catch (thrown) {
    return { do: 'refuse', problem: `${firstSentence((thrown as Error).message)} Try ${word} --help.` };
  }
}

type Word = 'new' | 'check' | 'preview' | 'import' | 'export';

const readers: Record<Word, (args: string[], directory: string) => ComposeCommand> = {
  new: readNew,
  check: (args, directory) => {
    const { positionals } = read(args, {});
    if (positionals.length === 0) throw new Error('check takes a file.');
    return { do: 'check', files: positionals.map((shown) => ({ path: resolve(directory, shown), shown })) };
  },
  preview: (args, directory) => {
    const { values, positionals } = read(args, { port: { type: 'string' }, 'no-open': { type: 'boolean' } });
    const file = onlyFile('preview', positionals);
    return { do: 'preview', file: resolve(directory, file), port: portOf(values.port), open: !values['no-open'] };
  },
  import: (args, directory) => {
    const { values, positionals } = read(args, {
      ...remoteOptions,
      into: { type: 'string' },
      name: { type: 'string' },
    });
    const source = onlyFile('import', positionals);
    const into = values.into === undefined ? undefined : idOf('--into', values.into);
    const name = nameOf(values.name, source);
    return { do: 'import', source: resolve(directory, source), remote: remoteOf(values), into, name };
  },
  export: (args, directory) => {
    const { values, positionals } = read(args, remoteOptions);
    const [id, file, ...more] = positionals;
    if (id === undefined || file === undefined || more.length > 0) {
      throw new Error('export takes the id of a composition and a file.');
    }
    const kind = extname(file).toLowerCase();
    if (kind !== '.json' && kind !== '.zip') throw new Error(`export writes a .json or a .zip, not "${file}".`);
    return {
      do: 'export',
      compositionId: idOf('export', id),
      file: resolve(directory, file),
      remote: remoteOf(values),
    };
  },
};

function isWord(word: string): word is Word {
  return Object.hasOwn(readers, word);
}

function readNew(args: string[], directory: string): ComposeCommand {
  const { values, positionals } = read(args, {
    from: { type: 'string', multiple: true },
    name: { type: 'string' },
    list: { type: 'boolean' },
  });
  if (values.list) {
    if (positionals.length > 0) throw new Error('--list takes no file.');
    return { do: 'list' };
  }
  const file = onlyFile('new', positionals);
  return { do: 'new', file: resolve(directory, file), from: values.from ?? [], name: nameOf(values.name, file) };
}

function read<Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options) {
  return parseArgs({ args, options, allowPositionals: true });
}

function onlyFile(word: Word, [file, ...more]: readonly string[]): string {
  if (file === undefined || file === '') throw new Error(`${word} takes a file.`);
  if (more.length > 0) throw new Error(`${word} takes one file, and "${more[0]}" is one more.`);
  return file;
}

/** What a composition is called: as it is told, or as its file is. */
function nameOf(given: string | undefined, file: string): string {
  if (given === '') throw new Error('--name takes a name.');
  return given ?? basename(file, extname(file));
}

const remoteOptions = { service: { type: 'string' }, user: { type: 'string' } } as const;

function remoteOf({ service, user = firstEmail }: { service?: string | undefined; user?: string | undefined }): Remote {
  if (service === undefined) throw new Error('--service takes the address of a service.');
  const url = URL.parse(service);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.pathname !== '/') {
    throw new Error(`--service takes an address such as http://127.0.0.1:8830, not "${service}".`);
  }
  if (user === '' || user.includes(':')) throw new Error(`--user takes an e-mail address, not "${user}".`);
  return { service: url.origin, email: user };
}

function idOf(what: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new Error(`${what} takes the id of a composition, which is a number, not "${text}".`);
}

function portOf(text = '0'): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`--port takes a number from 0 to 65535, not "${text}".`);
}

/** Node explains unknown options at length; the first sentence says what is wrong. */
function firstSentence(message: string): string {
  return `${message.split(/\. |\n/, 1)[0]?.replace(/\.$/, '') ?? message}.`;
}
