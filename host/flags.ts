import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { refusal } from '../service/flag-values.ts';
import { type flagWords, usualPort } from './usage.js';

/** The choices on the command line of the host. */
export interface HostFlags {
  /** The port of the desk's page; 0 means any free port. */
  port: number;
  /** The data directory, absolute; undefined for the default. */
  data: string | undefined;
  /** A file whose first line is the passphrase of the secrets, absolute; undefined for none. */
  credentials: string | undefined;
  /** Whether to open the desk in a browser on this machine. */
  open: boolean;
  /** Whether the browsers that were let in before need a new address. */
  forgetBrowsers: boolean;
  /** Whether to end the desk that runs on the data already, and go on in its place. */
  takeOver: boolean;
  /** Whether to print the address of the desk that runs on the data, and to start none. */
  address: boolean;
  /** Whether to print the version alone. */
  version: boolean;
  /** Whether to print the help alone. */
  help: boolean;
}

/** The flags of the host, not parsed yet. */
export function hostProgram(): Command {
  return onData(command('host'))
    .addOption(flag('--port <N>').argParser(portNumber).default(usualPort))
    .addOption(flag('--no-open'))
    .addOption(flag('--forget-browsers').default(false))
    .addOption(flag('--take-over').default(false))
    .addOption(flag('--address').default(false))
    .addOption(flag('--version').default(false))
    .addOption(flag('--help').default(false));
}

/** Parses the flags of a command line. Throws a sentence that names a flag if it is unknown or has a bad value. */
export function hostFlags(args: readonly string[]): HostFlags {
  const { port, data, credentials, open, forgetBrowsers, takeOver, address, version, help } = hostProgram()
    .parse(args, { from: 'user' })
    .opts<HostFlags>();
  return { port, data, credentials, open, forgetBrowsers, takeOver, address, version, help };
}

/** Parses the flags of `npm run check-show`. Throws a sentence that names a flag if it is unknown or has a bad value. */
export function checkFlags(args: readonly string[]): Pick<HostFlags, 'data' | 'credentials'> {
  const { data, credentials } = onData(command('check-show')).parse(args, { from: 'user' }).opts<Partial<HostFlags>>();
  return { data, credentials };
}

/** A command line that explains nothing by itself: `build/jobs.js` does, even before anything is installed. */
export function command(name: string): Command {
  return new Command(name)
    .exitOverride((error) => {
      throw new Error(refusal(error), { cause: error });
    })
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError(false)
    .helpOption(false);
}

/** A flag of the host, which the help explains. */
function flag(flags: keyof typeof flagWords): Option {
  return new Option(flags);
}

/** The flags of everything that opens a desk on a data directory. */
function onData(program: Command): Command {
  return program
    .addOption(flag('--data <DIR>').argParser(path('--data takes a directory.')))
    .addOption(flag('--credentials <FILE>').argParser(path('--credentials takes a file.')));
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port takes a number from 0 to 65535, not "${text}".`);
}

/** A value that begins with a dash is the next flag, so the path is missing. */
function path(problem: string): (text: string) => string {
  return (text) => {
    if (text === '' || text.startsWith('-')) throw new Error(problem);
    return resolve(text);
  };
}
