import { EventEmitter } from 'node:events';
import { DeskLog } from '../../../desk/log/desk-log.ts';
import { Faults } from '../../../desk/log/faults.ts';
import { systemClock } from '../../../node/clock.ts';
import { LogFile } from '../../../node/log-file.ts';
import { onUncaught } from '../../../node/desk-on-data.ts';

/** A program that goes wrong in a timer, in a handler and in a promise, with its log in the directory that it is given. */
const [directory = ''] = process.argv.slice(2);
const file = new LogFile(directory, console.error);
let faults = 0;
const fault = new Faults(new DeskLog(file, systemClock), () => `fault${++faults}`).in('process');
const leave = onUncaught((thrown) => console.log(fault(thrown).message));

const emitter = new EventEmitter();
emitter.on('frame', () => {
  throw new Error('in a handler');
});
systemClock.after(0, () => {
  throw new Error('in a timer');
});
systemClock.after(10, () => emitter.emit('frame'));
systemClock.after(20, () => void Promise.reject(new Error('in a promise')));
systemClock.after(30, () => {
  leave();
  void file.close().then(() => console.log('It goes on.'));
});
