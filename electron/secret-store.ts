import { randomBytes } from 'node:crypto';
import { safeStorage } from 'electron';
import { secretFile } from '../desk/node-ports/secret-file.ts';
import type { Keychain, SecretsPort } from '../desk/ports.ts';

/** The name of each keychain, as operators know it. */
const names: Partial<Record<NodeJS.Platform, string>> = { darwin: 'Keychain', win32: 'Windows data protection' };

/** The secrets of the desk, in its data directory, sealed by the system's keychain. Call it after the app is ready. */
export function secretStore(directory: string, platform: NodeJS.Platform): SecretsPort {
  return {
    file: secretFile(directory),
    keychain: () => systemKeychain(platform),
    passphrase: () => undefined,
    random: (bytes) => randomBytes(bytes),
  };
}

/**
 * The system's keychain through Electron's `safeStorage`. Without a keychain on Linux, `safeStorage` seals with a key
 * from Chromium's source (`basic_text`); that counts as no keychain.
 */
async function systemKeychain(platform: NodeJS.Platform): Promise<Keychain | { missing: string }> {
  const backend = platform === 'linux' ? safeStorage.getSelectedStorageBackend() : undefined;
  if (backend === 'basic_text' || backend === 'unknown') {
    return { missing: 'this system has no keychain (a Secret Service such as GNOME Keyring, or KWallet).' };
  }
  // A keychain that cannot be queried counts as none, and the operator reads so.
  const available = await safeStorage.isAsyncEncryptionAvailable().catch(() => false);
  if (!available) return { missing: 'the keychain of this system does not answer. It may be locked.' };
  return {
    name: backend ?? names[platform] ?? platform,
    seal: (text) => safeStorage.encryptStringAsync(text),
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed))).result,
  };
}
