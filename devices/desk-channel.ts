import { DriverDoes, type DriverSays } from '../contract/devices/driver.ts';

/** The channel of a utility process of Electron. */
interface ParentPort {
  on(event: 'message', takes: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Connects a driver program to the desk that started it, in either shell. Gives the function that tells the desk. `gone` is
 * called when the desk has ended; Electron ends its processes by itself. Throws a sentence if no desk started the program.
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
  // What cannot be sent has no desk to go to, and `gone` tells of that.
  return (message) => void process.send?.(message, undefined, undefined, () => undefined);
}
