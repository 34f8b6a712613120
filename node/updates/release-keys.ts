import { createPublicKey, type KeyObject } from 'node:crypto';

/** The public keys of a text: one or several blocks of PEM. Throws a sentence about `what`, if one of them is no Ed25519 key. */
export function publicKeys(pem: string, what = 'The public key'): KeyObject[] {
  const blocks = pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [pem];
  return blocks.map((block) => ed25519(() => createPublicKey(block), what));
}

/** The key that `read` gives. `what` it is, for the sentence that is thrown if it is none of Ed25519. */
export function ed25519(read: () => KeyObject, what: string): KeyObject {
  let key;
  try {
    key = read();
  } catch (error) {
    throw new Error(`${what} cannot be read: it is not a PEM file.`, { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${what} is of another kind than Ed25519.`);
  return key;
}
