import { randomBytes, randomUUID } from 'node:crypto';
import { OverlayError } from '../../contract/errors.ts';
import { emailProblem, passwordProblem, randomPassword } from '../accounts/first-user.ts';
import { hashPassword, saltBytes } from '../accounts/password-hash.ts';
import type { Store } from '../store/store.ts';
import { backUp, check, openBeside, restore } from '../store/sqlite/upkeep.ts';
import type { UpkeepCommand } from './upkeep-commands.ts';

/** Returns the exit code. Throws an `OverlayError` if the command fails. */
export async function runCommand(
  command: UpkeepCommand,
  print: (line: string) => void,
  readInput: () => Promise<string>,
): Promise<number> {
  if (command.do === 'user') await userCommand(command, print, readInput);
  else if (command.do === 'backup') {
    backUp(command.data, command.file);
    print(`The database was copied to ${command.file}.`);
  } else if (command.do === 'restore') {
    const kept = restore(command.data, command.file, now());
    print(`${command.file} is in place.${kept === undefined ? '' : ` The previous database is kept as ${kept}.`}`);
  } else {
    const problems = check(command.data);
    for (const problem of problems) print(problem);
    if (problems.length === 0) print('No problems were found.');
    return problems.length === 0 ? 0 : 1;
  }
  return 0;
}

type UserCommand = Extract<UpkeepCommand, { do: 'user' }>;

async function userCommand(
  command: UserCommand,
  print: (line: string) => void,
  readInput: () => Promise<string>,
): Promise<void> {
  if (command.task === 'list') {
    return within(command.data, (store) => store.users().forEach(({ email }) => print(email)));
  }
  const { email } = command;
  if (command.task === 'remove') {
    within(command.data, (store) => removeUser(store, email));
    return print(`${email} was removed.`);
  }
  const problem = command.task === 'add' ? emailProblem(email) : undefined;
  if (problem !== undefined) throw unusable(problem);
  const made = command.passwordStdin ? undefined : randomPassword();
  const hash = await hashPassword(made ?? (await givenPassword(readInput)), randomBytes(saltBytes));
  within(command.data, (store) => {
    if (command.task === 'password') store.setPasswordHash(knownUser(store, email).id, hash);
    else if (store.userByEmail(email)) throw unusable(`The user ${email} exists already.`);
    else store.addUser({ email, passwordHash: hash }, { at: now(), fid: randomUUID() });
  });
  print(`${email} ${command.task === 'add' ? 'was added' : 'has a new password'}.`);
  if (made !== undefined) print(`Its password, shown only once: ${made}`);
}

function removeUser(store: Store, email: string): void {
  const { id } = knownUser(store, email);
  if (store.users().length === 1) throw unusable(`${email} is the only user. Add another one first.`);
  store.removeUser(id, now());
}

function knownUser(store: Store, email: string): { id: number } {
  const user = store.userByEmail(email);
  if (!user) throw unusable(`There is no user ${email}.`);
  return user;
}

async function givenPassword(readInput: () => Promise<string>): Promise<string> {
  const given = (await readInput()).replace(/\r?\n$/, '');
  const problem = passwordProblem(given);
  if (problem !== undefined) throw unusable(problem);
  return given;
}

function now(): string {
  return new Date().toISOString();
}

function within(directory: string, act: (store: Store) => void): void {
  const store = openBeside(directory);
  try {
    act(store);
  } finally {
    store.close();
  }
}

function unusable(sentence: string): OverlayError {
  return new OverlayError('data-unusable', sentence);
}
