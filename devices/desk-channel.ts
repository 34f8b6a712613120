import { DriverDoes, type DriverSays } from '../contract/devices/driver.ts';

interface ParentPort {
  on(event: 'message', takes: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Connects to the desk in either shell and returns the send function. `gone` runs when the desk has ended, except in
 * Electron, which ends its processes itself. Throws a sentence without a desk.
 */
export function connectToDesk(takes: (message: DriverDoes) => void, gone: () => void): (message: DriverSays) => void {
  const { parentPort } = process as { parentPort?: ParentPort };
  if (parentPort) {
    parentPort.on('message', ({ data }) => takes(DriverDoes.parse(data)));
    return (message) => parentPort.postMessage(message);
  }
  if (!process.connected)
    throw new Error('A driver runs only as a process of Overlay Desk, which starts it by itself.');
  process.on('message', (message) => takes(DriverDoes.parse(message)));
  process.on('disconnect', gone);
  // A failed send means that the desk is gone; `gone` reports that.
  return (message) => void process.send?.(message, undefined, undefined, () => undefined);
}
