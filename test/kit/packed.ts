import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasTool } from '../../build/package/tools.ts';
// The programs are built before the tests of this stage, so that several packings at once build none.
import './built.ts';

/** What `npm run pack` made of these sources for Linux on this processor, around the stand-in for Electron and with a key of releases. */
export interface Packed {
  /** The folder with the packages and the unpacked application. */
  folder: string;
  /** The packages and their lists of materials. */
  files: readonly string[];
  /** What the packing printed. */
  printed: string;
  /** The stand-in for Electron. */
  electron: string;
  /** The file of the public keys that the packages accept updates of, and both halves of that key. */
  publicKeys: string;
  key: { private: string; public: string };
}

const program = join(import.meta.dirname, 'programs/pack-once.ts');

/** The packages of Linux, which are made once in a run of the tests: packing them takes longer than any test of them. */
export async function packedForLinux(): Promise<Packed> {
  const run = process.env.OVERLAY_PACKED ?? '';
  const words = [process.execPath, program, run];
  // Whoever comes first makes them, and all others wait.
  const [first = '', ...more] = hasTool('flock') ? ['flock', join(run, 'lock'), ...words] : words;
  await promisify(execFile)(first, more);
  const at = (name: string): string => join(run, name);
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  return {
    folder: at('made'),
    files: globSync(at('made/overlay-desk*')),
    printed: read('printed'),
    electron: at('electron'),
    publicKeys: at('overlay-desk.pem'),
    key: { private: read('release.pem'), public: read('overlay-desk.pem') },
  };
}
