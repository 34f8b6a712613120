import { randomUUID } from 'node:crypto';
import { OverlayError } from '../../contract/errors.ts';
import { emailProblem, passwordProblem, randomPassword } from '../accounts/first-user.ts';
import { type HashCost, hashPassword, saltBytes, strongCost } from '../accounts/password-hash.ts';
import type { Store } from '../store/store.ts';
import { backUp, check, openBeside, restore } from '../store/sqlite/upkeep.ts';
import type { UpkeepCommand } from './upkeep-commands.ts';

export interface CommandPorts {
  print: (line: string) => void;
  readInput: () => Promise<string>;
  /** Milliseconds since the epoch. */
  clock: () => number;
  random: (bytes: number) => Buffer;
  cost?: HashCost;
}

/** Returns the exit code. Throws an `OverlayError` if the command fails. */
export async function runCommand(command: UpkeepCommand, ports: CommandPorts): Promise<number> {
  const { print } = ports;
  const now = new Date(ports.clock()).toISOString();
  if (command.do === 'user') await userCommand(command, ports, now);
  else if (command.do === 'backup') {
    backUp(command.data, command.file);
    print(`The database was copied to ${command.file}.`);
  } else if (command.do === 'restore') {
    const kept = restore(command.data, command.file, now);
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

async function userCommand(command: UserCommand, ports: CommandPorts, at: string): Promise<void> {
  if (command.task === 'list') {
    return within(command.data, (store) => store.users().forEach(({ email }) => ports.print(email)));
  }
  const { email } = command;
  if (command.task === 'remove') {
    within(command.data, (store) => removeUser(store, email, at));
    return ports.print(`${email} was removed.`);
  }
  const problem = command.task === 'add' ? emailProblem(email) : undefined;
  if (problem !== undefined) throw unusable(problem);
  const { hash, made } = await newPassword(command.passwordStdin, ports);
  within(command.data, (store) => {
    if (command.task === 'password') store.setPasswordHash(knownUser(store, email).id, hash);
    else if (store.userByEmail(email)) throw unusable(`The user ${email} exists already.`);
    else store.addUser({ email, passwordHash: hash }, { at, fid: randomUUID() });
  });
  ports.print(`${email} ${command.task === 'add' ? 'was added' : 'has a new password'}.`);
  if (made !== undefined) ports.print(`Its password, shown only once: ${made}`);
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

async function newPassword(fromInput: boolean, ports: CommandPorts): Promise<{ hash: string; made?: string }> {
  const { random, cost = strongCost } = ports;
  if (!fromInput) {
    const made = randomPassword(random);
    return { made, hash: await hashPassword(made, random(saltBytes), cost) };
  }
  const given = (await ports.readInput()).replace(/\r?\n$/, '');
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
