import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { HandOver } from '../contract/desk-api/update.ts';
import { licencesIn, type thisApplication } from '../node/updates/installed.ts';
import { shellWord } from '../node/shell-word.ts';
import { updateShelf } from '../node/updates/update-shelf.ts';
import type { Clock } from '../contract/clock.ts';
import type { CheckedInstaller, UpdatePorts } from '../desk/update-ports.ts';

/** Milliseconds to show that the installer runs, before the desk ends. */
const shownFor = 1_500;

interface UpdateShell extends Pick<Starter, 'openPath'> {
  installed: ReturnType<typeof thisApplication>;
  clock: Clock;
  licences: string;
  askFolder(): Promise<string | undefined>;
  quit(): void;
}

export function updatePorts(data: string, shell: UpdateShell): UpdatePorts {
  const { keys, ...installed } = shell.installed;
  return {
    installed,
    shelf: updateShelf(data, { keys, now: shell.clock.now }),
    licences: () => licencesIn(shell.licences),
    chooseFolder: () => shell.askFolder(),
    async handOver(installer) {
      const { openPath } = shell;
      const done = await handOver(installer, { openPath, start, findProgram, exe: process.execPath });
      if (done.how === 'started') shell.clock.after(shownFor, () => shell.quit());
      return done;
    },
  };
}

export interface Starter {
  /** Returns the error, or an empty text. */
  openPath(path: string): Promise<string>;
  /** The program outlives the desk. Rejects if it cannot be started. */
  start(program: string, words: readonly string[]): Promise<void>;
  findProgram(name: string): string | undefined;
  exe: string;
}

/** Opens an installer, or returns the command to install it. Rejects with a sentence if the system refuses. */
export async function handOver(installer: CheckedInstaller, starter: Starter): Promise<HandOver> {
  const { kind, path } = installer;
  if (kind === 'tar.gz') return { how: 'command', command: unpacking(path, starter.exe) };
  if (kind === 'deb' || kind === 'rpm') return installAsRoot(installer, starter);
  // Windows asks here for the installer's rights; macOS shows its content.
  const refused = await starter.openPath(path);
  if (refused !== '') throw new Error(`The system did not open ${path} (${refused}). Nothing was installed.`);
  return { how: 'started' };
}

async function installAsRoot(
  { kind, path, stepBack }: CheckedInstaller,
  { findProgram, start: run }: Starter,
): Promise<HandOver> {
  const words =
    kind === 'deb'
      ? ['apt-get', 'install', '--yes', ...(stepBack ? ['--allow-downgrades'] : []), path]
      : ['dnf', stepBack ? 'downgrade' : 'install', '--assumeyes', path];
  const asks = findProgram('pkexec');
  if (asks === undefined) return { how: 'command', command: ['sudo', ...words].map(shellWord).join(' ') };
  await run(asks, words);
  return { how: 'started' };
}

/** The archive has one folder, which replaces the desk's folder. */
function unpacking(path: string, exe: string): string {
  return ['tar', '-xzf', path, '-C', dirname(dirname(exe))].map(shellWord).join(' ');
}

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function start(program: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { detached: true, stdio: 'ignore' });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
    child.once('error', (error) =>
      reject(new Error(`The installer could not be started (${error.message}). Nothing was installed.`)),
    );
  });
}
