import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Something to do with the data other than serving it. */
export type UpkeepCommand =
  | { do: 'user'; task: 'add' | 'password'; email: string; data: string; passwordStdin: boolean }
  | { do: 'user'; task: 'remove'; email: string; data: string }
  | { do: 'user'; task: 'list'; data: string }
  | { do: 'backup' | 'restore'; file: string; data: string }
  | { do: 'check'; data: string };

/** What `--help` says of them. */
export const upkeepHelp = `Instead of serving, with --data DIR as above:
  user add EMAIL         make a user with an account of its own. Its password is read with --password-stdin, or is made
                         and printed once
  user password EMAIL    give a user another password, in the same way
  user remove EMAIL      take a user away, and revoke the access tokens of its app instances
  user list              print the e-mail address of every user
  backup FILE            copy the database into FILE, also while the service runs
  restore FILE           put such a copy in its place, while the service does not run; the database before is kept
  check                  look at everything that is stored; the exit code is 1 where something is wrong
`;

const words = ['user', 'backup', 'restore', 'check'];

/** Whether arguments ask for something other than serving. */
export function isUpkeep([word = '']: readonly string[]): boolean {
  return words.includes(word);
}

/** Read such arguments. Throws an `Error` with a sentence on what is wrong with them. */
export function readUpkeep(args: readonly string[]): UpkeepCommand {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: { type: 'string', default: 'data' }, 'password-stdin': { type: 'boolean', default: false } },
  });
  if (values.data === '') throw new Error('--data takes a directory.');
  const [word = '', ...rest] = positionals;
  const data = resolve(values.data);
  const passwordStdin = values['password-stdin'];
  if (passwordStdin && !(word === 'user' && (rest[0] === 'add' || rest[0] === 'password'))) {
    throw new Error('--password-stdin goes with user add and user password.');
  }
  if (word === 'user') return userCommand(rest, { data, passwordStdin });
  if (word === 'check') return none(rest, { do: 'check', data });
  const [file, ...more] = rest;
  if (file === undefined || file === '') throw new Error(`${word} takes a file.`);
  return none(more, { do: word === 'backup' ? 'backup' : 'restore', file: resolve(file), data });
}

function userCommand(
  [task, email, ...more]: readonly string[],
  { data, passwordStdin }: { data: string; passwordStdin: boolean },
): UpkeepCommand {
  if (task === 'list') return none(email === undefined ? [] : [email], { do: 'user', task, data });
  if (task !== 'add' && task !== 'password' && task !== 'remove') {
    throw new Error(`user takes add, list, password or remove${task === undefined ? '' : `, got "${task}"`}.`);
  }
  if (email === undefined) throw new Error(`user ${task} takes an e-mail address.`);
  if (task === 'remove') return none(more, { do: 'user', task, email, data });
  return none(more, { do: 'user', task, email, data, passwordStdin });
}

function none<Command>([unexpected]: readonly string[], command: Command): Command {
  if (unexpected !== undefined) throw new Error(`Unexpected argument '${unexpected}'.`);
  return command;
}
