import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What the host is told on its command line. */
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

/** The flags in a command line. Throws a sentence that names the flag where one is not known or makes no sense. */
export function hostFlags(args: string[]): HostFlags {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      credentials: { type: 'string' },
      'no-open': { type: 'boolean' },
    },
  });
  return {
    port: values.port === undefined ? usualPort : portNumber(values.port),
    data: path('--data takes a directory.', values.data),
    credentials: path('--credentials takes a file.', values.credentials),
    open: !values['no-open'],
  };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port takes a number from 0 to 65535, not "${text}".`);
}

function path(problem: string, text: string | undefined): string | undefined {
  if (text === '') throw new Error(problem);
  return text === undefined ? undefined : resolve(text);
}
