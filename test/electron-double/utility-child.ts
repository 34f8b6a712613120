import { EventEmitter } from 'node:events';
import type { ParentPort } from 'electron';

/** Loaded before a utility process's program: under Electron it ends with the app, however the app ends. */
process.on('disconnect', () => process.exit(1));

/** The way to the app. What comes before anybody listens waits, as under Electron. */
class ParentPortDouble extends EventEmitter implements Pick<ParentPort, 'postMessage'> {
  constructor() {
    super();
    this.once('newListener', () => {
      process.on('message', (data) => this.emit('message', { data }));
    });
  }

  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

Object.defineProperty(process, 'parentPort', { value: new ParentPortDouble() });
