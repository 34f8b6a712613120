import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { command } from '../../host/flags.ts';
import { electronRuntime } from './materials.ts';

/** The systems that packages are built for, by the names that Node has for them. */
export const systems = ['linux', 'win32', 'darwin'] as const;
export type System = (typeof systems)[number];

export const processors = ['x64', 'arm64'] as const;
export type Processor = (typeof processors)[number];

/** What is packed at once: `npm run pack` may be asked for several. */
export interface PackFlags {
  system: System;
  processor: Processor;
  /** Whether to leave the application as a directory, without the packages around it. */
  dir: boolean;
  /** Whether to build the Debian package of the host alone, which needs no Electron. */
  host: boolean;
  /** An unpacked distribution of Node for the package of the host, absolute; undefined for the one that is installed. */
  node: string | undefined;
  /**
   * An unpacked distribution of Electron to use, or a folder of its archives, absolute; undefined for the one that is installed or can be
   * downloaded.
   */
  electron: string | undefined;
  /** Where the packages go, absolute; undefined for `dist/packages`. */
  to: string | undefined;
}

/**
 * Parses the flags of `npm run pack`: what is to be packed, for each system and each processor. Where none is named, that is everything in
 * a folder of Electron's archives, or else what this machine is. Throws a sentence that names a flag if it is unknown or has a bad value.
 */
export function packFlags(args: readonly string[]): PackFlags[] {
  const program = command('pack')
    .addOption(new Option('--system <NAME>').choices(systems))
    .addOption(new Option('--processor <NAME>').choices(processors))
    .option('--dir', '', false)
    .option('--host', '', false)
    .option('--node <DIR>', '', (path) => resolve(path))
    .option('--electron <DIR>', '', (path) => resolve(path))
    .option('--to <DIR>', '', (path) => resolve(path))
    .parse(args, { from: 'user' });
  const { system, processor, dir, host, node, electron, to } = program.opts<
    Omit<PackFlags, 'system' | 'processor'> & Partial<Target>
  >();
  const here = { system: process.platform as System, processor: process.arch as Processor };
  const archived = host || electron === undefined ? [] : archivedIn(electron);
  const wanted = archived.filter(
    (one) => (system ?? one.system) === one.system && (processor ?? one.processor) === one.processor,
  );
  const one = { system: system ?? here.system, processor: processor ?? here.processor };
  return (wanted.length > 0 ? wanted : [one]).map((target) => ({ ...target, dir, host, node, electron, to }));
}

type Target = Pick<PackFlags, 'system' | 'processor'>;

/** What a folder has archives of the Electron for that belongs to these sources. */
function archivedIn(folder: string): Target[] {
  return systems
    .flatMap((system) => processors.map((processor) => ({ system, processor })))
    .filter((target) => hasArchive(folder, target));
}

/** Whether a folder has Electron's own archive for a system and a processor, of the version that belongs to these sources. */
export function hasArchive(folder: string, { system, processor }: Target): boolean {
  return existsSync(join(folder, `electron-v${electronRuntime().version}-${system}-${processor}.zip`));
}
