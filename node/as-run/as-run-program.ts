import { workerData } from 'node:worker_threads';
import { answerCalls, sendNews } from '../thread-calls.ts';
import { AsRunStore } from './as-run-store.ts';

answerCalls(new AsRunStore(workerData as string, sendNews));
