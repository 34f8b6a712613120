import { fileURLToPath } from 'node:url';

/** True in the bundle `dist/host/main.js`, false in the sources. */
const isBuilt = import.meta.filename.endsWith('.js');

function place(source: string, built: string): string {
  return fileURLToPath(new URL(isBuilt ? built : source, import.meta.url));
}

/** Paths of the other parts: in the source tree, or in the bundles in `dist/`. */
export const places = {
  screens: place('../dist/renderer', '../renderer'),
  service: place('../service/main.ts', '../service/main.js'),
  hidDriver: place('../devices/hid/hid-program.ts', '../desk/hid.js'),
  midiDriver: place('../devices/midi/midi-program.ts', '../desk/midi.js'),
  packageFile: place('../package.json', '../../package.json'),
  licences: place('../dist/licences.txt', '../../../../share/doc/overlay-desk-host/licences.txt'),
};
