import { randomUUID } from 'node:crypto';
import { OverlayError } from '../../contract/errors.ts';
import { emailProblem, passwordProblem, randomPassword } from '../accounts/first-user.ts';
import { type HashCost, hashPassword, saltBytes, strongCost } from '../accounts/password-hash.ts';
import type { Store } from '../store/store.ts';
import { backUp, check, openBeside, restore } from '../store/sqlite/upkeep.ts';
import type { UpkeepCommand } from './upkeep-commands.ts';

/** What commands need from outside. `print` writes one line for the person who gave the command. */
export interface Surroundings {
  print: (line: string) => void;
  /** Reads everything from standard input. */
  readInput: () => Promise<string>;
  /** Milliseconds since the epoch. */
  clock: () => number;
  random: (bytes: number) => Buffer;
  cost?: HashCost;
}

/**
 * Runs a command and gives its exit code. Throws an `OverlayError` with a sentence if the command cannot be carried
 * out.
 */
export async function runCommand(command: UpkeepCommand, around: Surroundings): Promise<number> {
  const { print } = around;
  const now = new Date(around.clock()).toISOString();
  if (command.do === 'user') await userCommand(command, around, now);
  else if (command.do === 'backup') {
    backUp(command.data, command.file);
    print(`The database is copied into ${command.file}.`);
  } else if (command.do === 'restore') {
    const kept = restore(command.data, command.file, now);
    print(`${command.file} is in place.${kept === undefined ? '' : ` The database before is kept as ${kept}.`}`);
  } else {
    const problems = check(command.data);
    for (const problem of problems) print(problem);
    if (problems.length === 0) print('Everything that is stored is fine.');
    return problems.length === 0 ? 0 : 1;
  }
  return 0;
}

type UserCommand = Extract<UpkeepCommand, { do: 'user' }>;

async function userCommand(command: UserCommand, around: Surroundings, at: string): Promise<void> {
  if (command.task === 'list') {
    return within(command.data, (store) => store.users().forEach(({ email }) => around.print(email)));
  }
  const { email } = command;
  if (command.task === 'remove') {
    within(command.data, (store) => removeUser(store, email, at));
    return around.print(`${email} is removed.`);
  }
  const problem = command.task === 'add' ? emailProblem(email) : undefined;
  if (problem !== undefined) throw unusable(problem);
  const { hash, made } = await newPassword(command.passwordStdin, around);
  within(command.data, (store) => {
    if (command.task === 'password') store.setPasswordHash(knownUser(store, email).id, hash);
    else if (store.userByEmail(email)) throw unusable(`There is a user ${email} already.`);
    else store.addUser({ email, passwordHash: hash }, { at, fid: randomUUID() });
  });
  around.print(`${email} ${command.task === 'add' ? 'is made' : 'has another password'}.`);
  if (made !== undefined) around.print(`Its password, shown this once: ${made}`);
}

function removeUser(store: Store, email: string, at: string): void {
  const { id } = knownUser(store, email);
  if (store.users().length === 1) throw unusable(`${email} is the only user. Add another one first.`);
  store.removeUser(id, at);
}

function knownUser(store: Store, email: string): { id: number } {
  const user = store.userByEmail(email);
  if (!user) throw unusable(`There is no user ${email}.`);
  return user;
}

/** Hashes the new password. The result includes the password itself if it was generated here. */
async function newPassword(fromInput: boolean, around: Surroundings): Promise<{ hash: string; made?: string }> {
  const { random, cost = strongCost } = around;
  if (!fromInput) {
    const made = randomPassword(random);
    return { made, hash: await hashPassword(made, random(saltBytes), cost) };
  }
  const given = (await around.readInput()).replace(/\r?\n$/, '');
  const problem = passwordProblem(given);
  if (problem !== undefined) throw unusable(problem);
  return { hash: await hashPassword(given, random(saltBytes), cost) };
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
