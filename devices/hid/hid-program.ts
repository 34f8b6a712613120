import { devicesAsync, HIDAsync } from 'node-hid';
import { connectToDesk, machineFor } from '../desk-channel.ts';
import { placeOfPanel } from '../usb-places.ts';
import { HidDriver } from './hid-driver.ts';

/* The panel driver, a separate process. `node-hid` loads its native part on first use, so that its lack is reported. */

const driver = new HidDriver({
  ...machineFor('hid'),
  library: { devicesAsync, HIDAsync },
  say: connectToDesk(
    (message) => (message.do === 'end' ? end() : driver.do(message)),
    () => void end(),
  ),
  placeOf: (path) => placeOfPanel(path),
});
void driver.start();

function end(): void {
  void driver.end().finally(() => process.exit(0));
}
