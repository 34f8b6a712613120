import { createPublicKey, type KeyObject } from 'node:crypto';

/** Parses one or more PEM blocks. Throws a sentence about `what` if a key is not Ed25519. */
export function publicKeys(pem: string, what = 'The public key'): KeyObject[] {
  const blocks = pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [pem];
  return blocks.map((block) => ed25519(() => createPublicKey(block), what));
}

/** Throws a sentence about `what` if the key is not Ed25519. */
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
