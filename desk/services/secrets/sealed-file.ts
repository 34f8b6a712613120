import { z } from 'zod';

const Base64 = z.base64();

/** A secret sealed with AES-256-GCM. */
export const Sealed = z.object({ iv: Base64, data: Base64, tag: Base64 });
export type Sealed = z.infer<typeof Sealed>;

/** The file with secrets under a passphrase. */
export const PassphraseFile = z.object({
  version: z.literal(1),
  kind: z.literal('passphrase'),
  /** How the key is derived from the passphrase. It takes 128 · cost · blockSize bytes of memory. */
  key: z.object({
    function: z.literal('scrypt'),
    cost: z.int(),
    blockSize: z.int(),
    parallelization: z.int(),
    salt: Base64,
  }),
  /** Tells whether a passphrase is right, even while there is no secret yet. */
  check: Sealed,
  secrets: z.record(z.string(), Sealed),
});
export type PassphraseFile = z.infer<typeof PassphraseFile>;

/** The file with secrets under a key of the system's keychain. */
export const KeychainFile = z.object({
  version: z.literal(1),
  kind: z.literal('keychain'),
  secrets: z.record(z.string(), Base64),
});
export type KeychainFile = z.infer<typeof KeychainFile>;

/** The file with the secrets, in either form. */
export const SealedFile = z.discriminatedUnion('kind', [PassphraseFile, KeychainFile]);
export type SealedFile = z.infer<typeof SealedFile>;
