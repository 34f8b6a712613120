import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { command } from '../../host/flags.ts';
import { electronRuntime } from './materials.ts';
import packageJson from '../../package.json' with { type: 'json' };

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

const programs: Record<System, string> = { linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app' };
/** Processors by their ELF number, at byte 18 of a program. */
const elfProcessors: Readonly<Record<number, Processor>> = { 0x3e: 'x64', 0xb7: 'arm64' };

/** Throws unless the Electron distribution fits this system and the application's Electron version. */
export function checkElectron({ electron, system, processor }: PackFlags): void {
  if (electron === undefined || hasArchive(electron, { system, processor })) return;
  const program = join(electron, programs[system]);
  if (!existsSync(program))
    throw new Error(
      `${electron} is no unpacked distribution of Electron for ${system}: it has no ${programs[system]}.`,
    );
  if (system === 'linux') refuseOtherProcessor(program, processor);
  const file = join(electron, 'version');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : undefined;
  const wanted = packageJson.devDependencies.electron;
  if (version !== undefined && version !== wanted)
    throw new Error(`${electron} has Electron ${version}, and the application is made for ${wanted}.`);
}

export function refuseOtherProcessor(program: string, processor: Processor): void {
  const head = Buffer.alloc(20);
  const file = openSync(program, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  const found = head.toString('latin1', 0, 4) === '\x7fELF' ? elfProcessors[head.readUInt16LE(18)] : undefined;
  if (found !== undefined && found !== processor)
    throw new Error(`${program} is for ${found}, and the package is for ${processor}.`);
}
