import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { hasArchive, type PackFlags, type Processor, type System } from './flags.ts';

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

/** Throws if a Linux program is for another processor. */
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
