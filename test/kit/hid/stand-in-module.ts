import { appendFileSync } from 'node:fs';
import type { HidHandle } from '../../../devices/hid/hid-driver.ts';
import { StandInHid, xk24, xlDeck } from './stand-in-hid.ts';

// What `node-hid` exports, for a driver program under test.

const deck = xlDeck();
const hid = new StandInHid();
hid.plugged = [deck, xk24()];

/** Where every report is written, a line for each; null where nobody asked for that. */
const file = new URL(import.meta.url).searchParams.get('file');

/** A handle whose reports are written down, also after whoever started the program was killed. */
function noted(handle: HidHandle): HidHandle {
  if (file === null) return handle;
  const note = (kind: string, report: Buffer): void =>
    appendFileSync(
      file,
      `${kind} ${report
        .subarray(0, 8)
        .toString('hex')
        .replaceAll(/(..)(?=.)/g, '$1 ')}\n`,
    );
  return {
    ...handle,
    sendFeatureReport: (report) => (note('feature', report), handle.sendFeatureReport(report)),
    write: (report) => (note('output', report), handle.write(report)),
  };
}

/** A whole picture of a key is answered by a press of that key. */
function answering(handle: HidHandle): HidHandle {
  return {
    on: handle.on,
    close: handle.close,
    sendFeatureReport: handle.sendFeatureReport,
    async write(report) {
      await handle.write(report);
      if (report[1] !== 0x07 || report[3] !== 1) return;
      const keys = new Array<number>(32).fill(0);
      deck.says(1, 0, 32, 0, ...keys.with(report[2] ?? 0, 1));
      deck.says(1, 0, 32, 0, ...keys);
    },
  };
}

export const devicesAsync = hid.devicesAsync;
export const HIDAsync = {
  open: async (path: string): Promise<HidHandle> => {
    const handle = noted(await hid.HIDAsync.open(path));
    return path === deck.entry.path ? answering(handle) : handle;
  },
};
