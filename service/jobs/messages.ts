import { type ErrorCode, type ErrorDetail, OverlayError } from '../../contract/errors.ts';
import type { JobName } from './jobs.ts';

/** What the thread is given to do. */
export interface JobMessage {
  name: JobName;
  given: unknown;
}

/** What the thread answers: a result, an error of the table, or the trace of a mistake of the program. */
export type JobAnswer = { result: unknown } | { refused: Refused } | { failed: string };

interface Refused {
  code: ErrorCode;
  message: string;
  details: readonly ErrorDetail[];
}

/** An error as plain data, because a class does not cross from thread to thread. */
export function answerOf(thrown: unknown): JobAnswer {
  if (!(thrown instanceof OverlayError)) return { failed: String(thrown instanceof Error ? thrown.stack : thrown) };
  const { code, message, details } = thrown;
  return { refused: { code, message, details } };
}

/** The result in an answer. Throws the error in it. */
export function resultOf(answer: JobAnswer): unknown {
  if ('result' in answer) return answer.result;
  if ('refused' in answer) throw new OverlayError(answer.refused.code, answer.refused.message, answer.refused.details);
  throw new Error(`A job in a thread of its own failed: ${answer.failed}`);
}

/** Small buffers share their memory with others (`Buffer.poolSize`); nothing shares memory of this size, in bytes. */
const mostShared = 1024 * 1024;

/**
 * The memory of the files in a message, which is handed over and not copied. Bytes that may share their memory with
 * others are copied.
 */
export function handedOver(message: unknown): ArrayBuffer[] {
  const { file, files } = (message ?? {}) as { file?: unknown; files?: unknown };
  const all: unknown[] = files instanceof Map ? [...(files.values() as Iterable<unknown>)] : [file];
  const whole = all.filter((one): one is Uint8Array<ArrayBuffer> => {
    if (!(one instanceof Uint8Array) || !(one.buffer instanceof ArrayBuffer)) return false;
    return one.byteLength === one.buffer.byteLength || one.buffer.byteLength > mostShared;
  });
  return whole.map(({ buffer }) => buffer);
}
