import { z } from 'zod';

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

export const SealedFile = z.discriminatedUnion('kind', [PassphraseFile, KeychainFile]);
export type SealedFile = z.infer<typeof SealedFile>;
