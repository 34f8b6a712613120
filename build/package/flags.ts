import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { command } from '../../host/flags.ts';
import { electronRuntime } from './materials.ts';

export const systems = ['linux', 'win32', 'darwin'] as const;
export type System = (typeof systems)[number];

export const processors = ['x64', 'arm64'] as const;
export type Processor = (typeof processors)[number];

export interface PackFlags {
  system: System;
  processor: Processor;
  dir: boolean;
  /** Build only the host's Debian package, which needs no Electron. */
  host: boolean;
  /** Unpacked Node distribution for the host's package, absolute; undefined for the installed Node. */
  node: string | undefined;
  /**
   * Unpacked Electron distribution or folder of Electron archives, absolute; undefined for the installed or
   * downloadable Electron.
   */
  electron: string | undefined;
  /** Absolute; undefined for `dist/packages`. */
  to: string | undefined;
}

/**
 * Parses the flags of `npm run pack`. The default target is every Electron archive in the folder, else this machine.
 * Throws with the flag's name.
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
    Omit<PackFlags, 'system' | 'processor'> & Partial<PackTarget>
  >();
  const here = { system: process.platform as System, processor: process.arch as Processor };
  const archived = host || electron === undefined ? [] : archivedIn(electron);
  const wanted = archived.filter(
    (one) => (system ?? one.system) === one.system && (processor ?? one.processor) === one.processor,
  );
  const one = { system: system ?? here.system, processor: processor ?? here.processor };
  return (wanted.length > 0 ? wanted : [one]).map((target) => ({ ...target, dir, host, node, electron, to }));
}

type PackTarget = Pick<PackFlags, 'system' | 'processor'>;

function archivedIn(folder: string): PackTarget[] {
  return systems
    .flatMap((system) => processors.map((processor) => ({ system, processor })))
    .filter((target) => hasArchive(folder, target));
}

/** Reports whether the folder has the Electron archive of the version that these sources use. */
export function hasArchive(folder: string, { system, processor }: PackTarget): boolean {
  return existsSync(join(folder, `electron-v${electronRuntime().version}-${system}-${processor}.zip`));
}
