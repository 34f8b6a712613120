import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SafeStorage } from 'electron';

type Used = 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend';

/** The key of the stand-in for a keychain, 32 bytes; undefined for a system that has none. */
function key(): Buffer | undefined {
  const given = process.env.OVERLAY_DOUBLE_KEYCHAIN;
  return given === undefined ? undefined : Buffer.from(given, 'base64');
}

function present(): Buffer {
  const known = key();
  if (!known) throw new Error('The double has no keychain.');
  return known;
}

/** `safeStorage` with a key that a test hands in, as a keychain keeps it: sealed texts of another key are refused. */
export const safeStorage: Pick<SafeStorage, Used> = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => (key() ? 'gnome_libsecret' : 'basic_text'),
  async encryptStringAsync(text) {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', present(), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
  },
  async decryptStringAsync(sealed) {
    const decipher = createDecipheriv('aes-256-gcm', present(), sealed.subarray(0, 12)).setAuthTag(
      sealed.subarray(12, 28),
    );
    const result = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    return Promise.resolve({ result, shouldReEncrypt: false });
  },
};
