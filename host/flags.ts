import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { refusal } from '../service/flag-values.ts';
import { type flagWords, usualPort } from './usage.js';

export interface HostFlags {
  /** 0 means any free port. */
  port: number;
  /** Absolute; undefined for the default. */
  data: string | undefined;
  /** Absolute path of a file whose first line is the passphrase of the secrets. */
  credentials: string | undefined;
  open: boolean;
  /** Requires a new address for all known browsers. */
  forgetBrowsers: boolean;
  /** Ends the desk already running on the data and replaces it. */
  takeOver: boolean;
  address: boolean;
  version: boolean;
  help: boolean;
}

export function hostProgram(): Command {
  const program = onData(command('host'))
    .addOption(flag('--port <N>').argParser(portNumber).default(usualPort))
    .addOption(flag('--no-open'));
  for (const each of ['--forget-browsers', '--take-over', '--address', '--version', '--help'] as const)
    program.addOption(flag(each).default(false));
  return program;
}

/** Throws a sentence that names an unknown or invalid flag. */
export function hostFlags(args: readonly string[]): HostFlags {
  return hostProgram().parse(args, { from: 'user' }).opts<HostFlags>();
}

/** Flags of `npm run check-show`. Throws a sentence that names an unknown or invalid flag. */
export function checkFlags(args: readonly string[]): Pick<HostFlags, 'data' | 'credentials'> {
  const { data, credentials } = onData(command('check-show')).parse(args, { from: 'user' }).opts<Partial<HostFlags>>();
  return { data, credentials };
}

/** No built-in help: `build/jobs.js` prints it, even before anything is installed. */
export function command(name: string): Command {
  return new Command(name)
    .exitOverride((error) => {
      throw new Error(refusal(error), { cause: error });
    })
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError(false)
    .helpOption(false);
}

function flag(flags: keyof typeof flagWords): Option {
  return new Option(flags);
}

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
