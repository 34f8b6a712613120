import { resolve } from 'node:path';
import { Option } from 'commander';
import { command } from '../../host/flags.ts';

/** The systems that packages are built for, by the names that Node has for them. */
export const systems = ['linux', 'win32', 'darwin'] as const;
export type System = (typeof systems)[number];

export const processors = ['x64', 'arm64'] as const;
export type Processor = (typeof processors)[number];

/** The choices of `npm run pack`. */
export interface PackFlags {
  system: System;
  processor: Processor;
  /** Whether to leave the application as a directory, without the packages around it. */
  dir: boolean;
  /** Whether to build the Debian package of the host alone, which needs no Electron. */
  host: boolean;
  /** An unpacked distribution of Node for the package of the host, absolute; undefined for the one that is installed. */
  node: string | undefined;
  /** An unpacked distribution of Electron to use, absolute; undefined for the one that is installed or can be downloaded. */
  electron: string | undefined;
  /** Where the packages go, absolute; undefined for `dist/packages`. */
  to: string | undefined;
}

/** Parses the flags of `npm run pack`. Throws a sentence that names a flag if it is unknown or has a bad value. */
export function packFlags(args: readonly string[]): PackFlags {
  const program = command('pack')
    .addOption(new Option('--system <NAME>').choices(systems).default(process.platform))
    .addOption(new Option('--processor <NAME>').choices(processors).default(process.arch))
    .option('--dir', '', false)
    .option('--host', '', false)
    .option('--node <DIR>', '', (path) => resolve(path))
    .option('--electron <DIR>', '', (path) => resolve(path))
    .option('--to <DIR>', '', (path) => resolve(path))
    .parse(args, { from: 'user' });
  const { system, processor, dir, host, node, electron, to } = program.opts<PackFlags>();
  return { system, processor, dir, host, node, electron, to };
}
