import { resolve } from 'node:path';
import type { Command as Program } from 'commander';
import { dataOption, FlagProblem } from '../flag-values.ts';

export type UpkeepCommand =
  | { do: 'user'; task: 'add' | 'password'; email: string; data: string; passwordStdin: boolean }
  | { do: 'user'; task: 'remove'; email: string; data: string }
  | { do: 'user'; task: 'list'; data: string }
  | { do: 'backup' | 'restore'; file: string; data: string }
  | { do: 'check'; data: string };

interface Flags {
  data: string;
  passwordStdin?: boolean;
}

export function addUpkeep(program: Program, found: (command: UpkeepCommand) => void): void {
  addUser(program, found);
  const withFile = {
    backup: 'copy the database to FILE; the service may be running',
    restore: 'replace the database by such a copy while the service is stopped; the previous database is kept',
  };
  for (const task of ['backup', 'restore'] as const) {
    command(program, task, withFile[task])
      .argument('<FILE>', '', fileOf)
      .action((file: string, { data }: Flags) => found({ do: task, file, data }));
  }
  command(program, 'check', 'check everything that is stored; the exit code is 1 if something is wrong').action(
    ({ data }: Flags) => found({ do: 'check', data }),
  );
}

/** Refuses an empty path, which would mean the working directory. */
function fileOf(given: string): string {
  if (given === '') throw new FlagProblem('FILE is missing. Try --help.');
  return resolve(given);
}

function addUser(program: Program, found: (command: UpkeepCommand) => void): void {
  const user = program.command('user').argument('[TASK]');
  const withPassword = {
    add: 'add a user with an account of its own. Without --password-stdin, a random password is printed once',
    password: 'change the password of a user, in the same way',
  };
  for (const task of ['add', 'password'] as const) {
    command(user, task, withPassword[task])
      .argument('<EMAIL>')
      .option('--password-stdin', 'read the password from standard input')
      .action((email: string, { data, passwordStdin = false }: Flags) =>
        found({ do: 'user', task, email, data, passwordStdin }),
      );
  }
  command(user, 'remove', 'remove a user, and revoke the access tokens of its app instances')
    .argument('<EMAIL>')
    .action((email: string, { data }: Flags) => found({ do: 'user', task: 'remove', email, data }));
  command(user, 'list', 'print the e-mail address of every user').action(({ data }: Flags) =>
    found({ do: 'user', task: 'list', data }),
  );
  user.action((task: string | undefined) => {
    const got = task === undefined ? '' : `, got "${task}"`;
    throw new FlagProblem(`user takes add, list, password or remove${got}. Try --help.`);
  });
}

function command(parent: Program, name: string, description: string): Program {
  return parent
    .command(name)
    .description(description)
    .helpGroup('Instead of serving, each with --data DIR as above:')
    .addOption(dataOption('the data directory'));
}
