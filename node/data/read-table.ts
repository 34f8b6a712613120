import { texts } from '../../contract/texts/texts.ts';
import { Worker } from 'node:worker_threads';
import { OverlayError } from '../../contract/errors.ts';
import type { ReadTable, TablePart } from '../../desk/live-data/data-ports.ts';
import { threadProgram } from '../thread-calls.ts';

export type FromTableThread = { part: TablePart } | { problem: string } | { done: true };

/** MiB, and milliseconds. A file that needs more is refused. */
const heap = 512;
const longest = 20_000;

export const readTable: ReadTable = (file, onPart) => {
  const thread = new Worker(threadProgram('data/table-program.ts', 'table'), {
    workerData: file,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  return new Promise<void>((resolve, reject) => {
    const refuse = (sentence: string): void => reject(new OverlayError('call-invalid', `${file.name}: ${sentence}`));
    const tooLong = setTimeout(() => refuse(texts.reading.tooLong), longest);
    thread.on('message', (message: FromTableThread) => {
      try {
        if ('part' in message) onPart(message.part);
        else if ('problem' in message) refuse(message.problem);
        else resolve();
      } catch (thrown) {
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
      }
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(texts.reading.tooMuchMemory);
      else reject(error);
    });
    thread.on('exit', () => {
      clearTimeout(tooLong);
      refuse(texts.reading.endedEarly);
    });
  }).finally(() => thread.terminate());
};
