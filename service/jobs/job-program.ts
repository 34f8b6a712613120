import { parentPort } from 'node:worker_threads';
import { jobs } from './jobs.ts';
import { answerOf, handedOver, type JobAnswer, type JobMessage } from './messages.ts';

async function answer({ name, given }: JobMessage): Promise<void> {
  const job = jobs[name] as (given: unknown) => unknown;
  const answered = await Promise.resolve(given)
    .then(job)
    .then((result): JobAnswer => ({ result }), answerOf);
  const transfer = 'result' in answered ? handedOver(answered.result) : [];
  parentPort?.postMessage(answered, transfer);
}

parentPort?.on('message', (message: JobMessage) => void answer(message));
