import { devicesAsync, HIDAsync } from 'node-hid';
import { connectToDesk } from '../desk-channel.ts';
import { placeOfPanel } from '../usb-places.ts';
import { HidDriver } from './hid-driver.ts';

/*
 * The program of the driver of panels. A desk starts it as a process of its own, as that of MIDI. `node-hid` loads its native part at its
 * first use, so a machine without it has a driver that says so.
 */

let ids = 0;

const driver = new HidDriver({
  library: { devicesAsync, HIDAsync },
  say: connectToDesk(
    (message) => (message.do === 'end' ? end() : driver.do(message)),
    () => void end(),
  ),
  now: () => Number(process.hrtime.bigint()) / 1e6,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  placeOf: (path) => placeOfPanel(path),
  // The driver that is started after this one must not give the same ids.
  newId: () => `hid-${process.pid}-${(ids += 1)}`,
});
void driver.start();

function end(): void {
  void driver.end().finally(() => process.exit(0));
}
