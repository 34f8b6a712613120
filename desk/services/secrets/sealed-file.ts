import { texts } from '../../../contract/texts/texts.ts';
import { z } from 'zod';
import { errorIn, OverlayError } from '../../../contract/errors.ts';
import type { SecretFile } from '../../ports.ts';

const Base64 = z.base64();

export const Sealed = z.object({ iv: Base64, data: Base64, tag: Base64 });
export type Sealed = z.infer<typeof Sealed>;

export const PassphraseFile = z.object({
  version: z.literal(1),
  kind: z.literal('passphrase'),
  /** Key derivation takes 128 · cost · blockSize bytes of memory. */
  key: z.object({
    function: z.literal('scrypt'),
    cost: z.int(),
    blockSize: z.int(),
    parallelization: z.int(),
    salt: Base64,
  }),
  /** Verifies a passphrase even without secrets. */
  check: Sealed,
  secrets: z.record(z.string(), Sealed),
});
export type PassphraseFile = z.infer<typeof PassphraseFile>;

export const KeychainFile = z.object({
  version: z.literal(1),
  kind: z.literal('keychain'),
  secrets: z.record(z.string(), Base64),
});
export type KeychainFile = z.infer<typeof KeychainFile>;

/** Undefined if there is no file. Throws `secret-unreadable`. `under`: what seals this kind of file. */
export function readSealed<Kind extends z.ZodType>(
  file: SecretFile,
  kind: Kind,
  under: string,
): z.infer<Kind> | undefined {
  let read: unknown;
  try {
    read = file.read();
  } catch (error) {
    throw unreadable(file, errorIn(error).message);
  }
  if (read === undefined) return undefined;
  const checked = kind.safeParse(read);
  if (checked.success) return checked.data;
  throw unreadable(file, texts.secrets.wrongFile(under));
}

export function unreadable({ file }: SecretFile, why: string): OverlayError {
  return new OverlayError('secret-unreadable', texts.secrets.unusable(file, why));
}

/** Runs accesses to a file one after the other. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(run);
    // Only the order matters here. The caller gets the rejection of `result`.
    this.#last = result.catch(() => undefined);
    return result;
  }
}

export const SealedFile = z.discriminatedUnion('kind', [PassphraseFile, KeychainFile]);
export type SealedFile = z.infer<typeof SealedFile>;
