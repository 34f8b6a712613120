import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SafeStorage } from 'electron';

type Used = 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync';

/** The key in Chromium's source, which stands for a keychain on a Linux without one. Everybody has it. */
const publicKey = Buffer.alloc(32, 'peanuts');
const tagBytes = 3;

/** The stand-in for the system's keychain: the key of a test, as 32 bytes in base64, or the public key of everybody. */
function keychain(): { key: Buffer; tag: 'v10' | 'v11' } {
  const given = process.env.OVERLAY_DOUBLE_KEYCHAIN;
  return given === undefined ? { key: publicKey, tag: 'v10' } : { key: Buffer.from(given, 'base64'), tag: 'v11' };
}

/** A keychain whose question for its password nobody answers. */
const isAsking = (): boolean => process.env.OVERLAY_DOUBLE_KEYCHAIN === 'asking';

/**
 * `safeStorage` with a key that a test hands in, as a keychain keeps it: sealed texts of another key are refused. Without
 * such a key it seals all the same, as on Linux, and marks the text with another tag.
 */
export const safeStorage: Pick<SafeStorage, Used> = {
  isAsyncEncryptionAvailable: () => (isAsking() ? new Promise(() => undefined) : Promise.resolve(true)),
  async encryptStringAsync(text) {
    const { key, tag } = keychain();
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Promise.resolve(Buffer.concat([Buffer.from(tag), iv, cipher.getAuthTag(), sealed]));
  },
  async decryptStringAsync(sealed) {
    const key = sealed.toString('latin1', 0, tagBytes) === 'v10' ? publicKey : keychain().key;
    const [iv, authTag, text] = [sealed.subarray(3, 15), sealed.subarray(15, 31), sealed.subarray(31)];
    const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(authTag);
    const result = Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    return Promise.resolve({ result, shouldReEncrypt: false });
  },
};
