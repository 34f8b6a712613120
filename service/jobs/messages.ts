import { OverlayError } from '../../contract/errors.ts';
import type { JobName } from './jobs.ts';

export interface JobMessage {
  name: JobName;
  given: unknown;
}

type RefusedJob = Pick<OverlayError, 'code' | 'message' | 'details'>;

export type JobAnswer = { result: unknown } | { refused: RefusedJob } | { failed: string };

/** Converts an error to plain data, because classes do not cross threads. */
export function answerOf(thrown: unknown): JobAnswer {
  if (!(thrown instanceof OverlayError)) return { failed: String(thrown instanceof Error ? thrown.stack : thrown) };
  const { code, message, details } = thrown;
  return { refused: { code, message, details } };
}

/** Throws the error in the answer. */
export function resultOf(answer: JobAnswer): unknown {
  if ('result' in answer) return answer.result;
  if ('refused' in answer) throw new OverlayError(answer.refused.code, answer.refused.message, answer.refused.details);
  throw new Error(`A job in a thread of its own failed: ${answer.failed}`);
}

/** Bytes. Small buffers share their memory (`Buffer.poolSize`), larger buffers do not. */
const mostShared = 1024 * 1024;

/** Returns file memory to transfer instead of copying. Possibly shared memory is copied. */
export function handedOver(message: unknown): ArrayBuffer[] {
  const { file, files } = (message ?? {}) as { file?: unknown; files?: unknown };
  const all: unknown[] = files instanceof Map ? [...(files.values() as Iterable<unknown>)] : [file];
  const whole = all.filter((one): one is Uint8Array<ArrayBuffer> => {
    if (!(one instanceof Uint8Array) || !(one.buffer instanceof ArrayBuffer)) return false;
    return one.byteLength === one.buffer.byteLength || one.buffer.byteLength > mostShared;
  });
  return whole.map(({ buffer }) => buffer);
}
