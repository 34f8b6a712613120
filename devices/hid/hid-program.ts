import { devicesAsync, HIDAsync } from 'node-hid';
import { connectToDesk } from '../desk-channel.ts';
import { placeOfPanel } from '../usb-places.ts';
import { HidDriver } from './hid-driver.ts';

/*
 * The panel driver, a separate process. `node-hid` loads its native part on first use, so a driver without it can
 * report that.
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
  // Unique across restarts of the driver.
  newId: () => `hid-${process.pid}-${(ids += 1)}`,
});
void driver.start();

function end(): void {
  void driver.end().finally(() => process.exit(0));
}
