import { resolve } from 'node:path';
import { Command } from 'commander';

/** What the command line of the host chooses. */
export interface HostFlags {
  /** The port of the desk's page; 0 takes any that is free. */
  port: number;
  /** The data directory, absolute; undefined for the default of the operating system. */
  data: string | undefined;
  /** A file with the passphrase of the secrets in its first line, absolute; undefined for none. */
  credentials: string | undefined;
  /** Whether to open the desk in a browser of this machine. */
  open: boolean;
}

/** The port of the desk's page when none is named. */
export const usualPort = 8840;

/** The flags of the host, not read yet. `npm start -- --help` explains them, also before anything is installed. */
export function hostProgram(): Command {
  return new Command('host')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .helpOption(false)
    .option('--port <N>', '', portNumber, usualPort)
    .option('--data <DIR>', '', path('--data takes a directory.'))
    .option('--credentials <FILE>', '', path('--credentials takes a file.'))
    .option('--no-open');
}

/** The flags in a command line. Throws a sentence that names the flag where one is not known or makes no sense. */
export function hostFlags(args: readonly string[]): HostFlags {
  const { port, data, credentials, open } = hostProgram().parse(args, { from: 'user' }).opts<HostFlags>();
  return { port, data, credentials, open };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port takes a number from 0 to 65535, not "${text}".`);
}

/** Whatever begins with a dash is the next flag: the path was forgotten. */
function path(problem: string): (text: string) => string {
  return (text) => {
    if (text === '' || text.startsWith('-')) throw new Error(problem);
    return resolve(text);
  };
}
