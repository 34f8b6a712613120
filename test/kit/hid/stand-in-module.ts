import type { HidHandle } from '../../../devices/hid/hid-library.ts';
import { StandInHid, xk24, xlDeck } from './stand-in-hid.ts';

// What `node-hid` exports, for a driver program under test.

const deck = xlDeck();
const hid = new StandInHid();
hid.plugged = [deck, xk24()];

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
    const handle = await hid.HIDAsync.open(path);
    return path === deck.entry.path ? answering(handle) : handle;
  },
};
