import { join } from 'node:path';

const dist = join(import.meta.dirname, '../../dist');

/*
 * What the set-up of the tests has built (`set-up/browser.ts`), as it ships. A test that imports this file runs in a
 * stage that has been set up so (`build/test-stages.ts`).
 */

/** The directory of the on-air page. */
export const builtOutputPage = join(dist, 'output');
/** The directory of the operator's screens. */
export const builtScreens = join(dist, 'renderer');
/** The service, in one file. */
export const builtService = join(dist, 'service/main.js');
/** The MIDI driver, in one file. */
export const builtMidi = join(dist, 'desk/midi.js');
/** The host, in one file. */
export const builtHost = join(dist, 'host/main.js');
/** The Electron shell's main program. */
export const builtShell = join(dist, 'electron/main.js');
/** The folders of everything that the host needs, in `dist/`. */
export const builtHostFolders = ['host', 'desk', 'service', 'renderer', 'output', 'native'].map((name) =>
  join(dist, name),
);
