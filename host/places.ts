import { fileURLToPath } from 'node:url';

/** Whether this is the bundled host, `dist/host/main.js`, and not its sources. */
const isBuilt = import.meta.filename.endsWith('.js');

function place(source: string, built: string): string {
  return fileURLToPath(new URL(isBuilt ? built : source, import.meta.url));
}

/** Where the other parts of the desk are. The sources run each other; of the bundles, all are beside each other in `dist/`. */
export const places = {
  screens: place('../dist/renderer', '../renderer'),
  service: place('../service/main.ts', '../service/main.js'),
  midiDriver: place('../devices/midi/midi-program.ts', '../desk/midi.js'),
  packageFile: place('../package.json', '../../package.json'),
  /** Where the package of the host has the licences of others. */
  licences: place('../dist/licences.txt', '../../../../share/doc/overlay-desk-host/licences.txt'),
};
