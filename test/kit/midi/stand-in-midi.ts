import { appendFileSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';

/*
 * `node --import stand-in-midi.ts?name=Pads&file=PATH PROGRAM`: `midi/lazy` is this file, with one device that has a port of this name in
 * either direction. What it is sent is a line of the file, in hexadecimal, also after whoever started the program was killed.
 */

const { href, searchParams } = new URL(import.meta.url);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'midi/lazy'
      ? { url: href, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

export function verifyLibraryLoaded(): void {
  // There is none to be loaded.
}

class Ports extends EventEmitter {
  getPortCount(): number {
    return 1;
  }

  getPortName(): string {
    return searchParams.get('name') ?? '';
  }

  openPort(): void {
    // It can always be had.
  }

  destroy(): void {
    this.removeAllListeners();
  }
}

export class Input extends Ports {
  ignoreTypes(): void {
    // It sends nothing.
  }
}

export class Output extends Ports {
  sendMessage(bytes: number[]): void {
    appendFileSync(searchParams.get('file') ?? '', `${Buffer.from(bytes).toString('hex')}\n`);
  }
}
