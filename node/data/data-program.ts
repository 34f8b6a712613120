import { randomUUID } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { Sources } from '../../desk/live-data/tables/sources.ts';
import { systemClock } from '../clock.ts';
import type { FromDataThread, ToDataThread } from './data-messages.ts';
import { openReader } from './open-reader.ts';

function tell(message: FromDataThread): void {
  parentPort?.postMessage(message);
}

function fault(thrown: unknown): string {
  const id = randomUUID().slice(0, 8);
  tell({ fault: { id, trace: String(thrown instanceof Error ? thrown.stack : thrown) } });
  return `The program made a mistake while it read this source. The log of the desk has it as ${id}.`;
}

const sources = new Sources(
  { clock: systemClock, random: Math.random, fault },
  (source) => openReader(systemClock, source),
  (update) => tell({ update: JSON.stringify(update) }),
);

function take(message: ToDataThread): void {
  if ('read' in message) sources.read(message.read);
  else if ('want' in message) sources.want(message.want);
  else if ('push' in message) {
    void sources.push(message.push, message.bytes).then((pushed) => tell({ pushed, id: message.id }));
  } else tell({ page: sources.page(message.page), id: message.id });
}

parentPort?.on('message', take);
