import { texts } from '../../../contract/texts/texts.ts';
import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import type { PassphraseFile, Sealed } from './sealed-file.ts';

type KeyTerms = PassphraseFile['key'];

/** Each guess costs 128 MiB of memory and about half a second. */
export const keyCost = { function: 'scrypt', cost: 131_072, blockSize: 8, parallelization: 1 } as const;

/** Limits for key memory (bytes). Less is weak; more would stop the desk. */
const leastMemory = 64 * 1024 * 1024;
const mostMemory = 1024 * 1024 * 1024;
const keyBytes = 32;
const ivBytes = 12;
export const saltBytes = 16;
const tagBytes = 16;

/** Each sealed secret is bound to its id and the key's parameters. */
export interface PassphraseKey {
  terms: KeyTerms;
  seal(id: string, secret: string): Sealed;
  /** Throws if the id, key or content does not match. */
  open(id: string, sealed: Sealed): string;
}

/** Rejects with a sentence for parameters weaker or costlier than the desk's own. */
export async function passphraseKey(
  passphrase: string,
  terms: KeyTerms,
  random: (bytes: number) => Uint8Array,
): Promise<PassphraseKey> {
  const memory = 128 * terms.cost * terms.blockSize;
  if (memory < leastMemory || memory > mostMemory) throw new Error(texts.secrets.wrongTerms);
  const key = await derived(passphrase, terms);
  const bound = (id: string): Buffer => Buffer.from(JSON.stringify(['overlay-desk secrets', 1, terms.salt, id]));
  return {
    terms,
    seal(id, secret) {
      const iv = random(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(bound(id));
      const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { iv: base64(iv), data: base64(data), tag: base64(cipher.getAuthTag()) };
    },
    open(id, { iv, data, tag }) {
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), options);
      decipher.setAAD(bound(id)).setAuthTag(Buffer.from(tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
    },
  };
}

function derived(passphrase: string, { cost, blockSize, parallelization, salt }: KeyTerms): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: parallelization, maxmem: 2 * mostMemory };
  return new Promise((resolve, reject) => {
    // Another keyboard may produce the same letters in another Unicode form.
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), keyBytes, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
