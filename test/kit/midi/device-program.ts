import { Input, Output } from 'midi/lazy';

/*
 * Plays MIDI devices, one for each name on the command line: each has a port in either direction, as a controller with lamps has.
 * Its parent says what a device sends, and hears what it receives.
 */

/** The parent says that a device sends a message. */
export interface DeviceSends {
  device: string;
  bytes: number[];
}

/** The parent hears that all devices are there, or what one of them received. */
export type DeviceTells = { ready: true } | { device: string; received: number[] };

const tell = (message: DeviceTells): void => void process.send?.(message);

const devices = new Map(
  process.argv.slice(2).map((device) => {
    const output = new Output();
    output.openVirtualPort(device);
    const input = new Input();
    input.ignoreTypes(false, false, false);
    input.on('messageBuffer', (_sinceLast, bytes) => tell({ device, received: [...bytes] }));
    input.openVirtualPort(device);
    return [device, { input, output }];
  }),
);

process.on('message', ({ device, bytes }: DeviceSends) => devices.get(device)?.output.sendMessage(bytes));
process.on('disconnect', () => {
  for (const { input, output } of devices.values()) {
    input.destroy();
    output.destroy();
  }
  process.exit(0);
});
tell({ ready: true });
