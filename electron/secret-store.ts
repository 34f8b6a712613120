import { randomBytes } from 'node:crypto';
import { safeStorage } from 'electron';
import { secretFile } from '../node/secret-file.ts';
import type { Keychain, SecretsPort } from '../desk/ports.ts';
import type { Clock } from '../contract/clock.ts';

/** The name of each keychain, as operators know it. */
const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain',
  win32: 'Windows data protection',
  linux: 'Secret Service or KWallet',
};

/** How long (ms) a keychain may take to answer. It may be asking the operator for its password. */
const patience = 60_000;

/** On Linux, what Chromium seals with a key from its own source code begins so. That protects nothing. */
const sealedWithPublicKey = 'v10';

/** The secrets of the desk, in its data directory, sealed by the system's keychain. Call it after the app is ready. */
export function secretStore(
  directory: string,
  { platform, clock }: { platform: NodeJS.Platform; clock: Pick<Clock, 'after'> },
): SecretsPort {
  return {
    file: secretFile(directory),
    keychain: () => answered(systemKeychain(platform), clock),
    passphrase: () => undefined,
    random: (bytes) => randomBytes(bytes),
  };
}

/**
 * The system's keychain through Electron's `safeStorage`. What `safeStorage` says of itself on Linux is a guess from the
 * name of the desktop, so a probe is sealed, and its first bytes tell whether a keychain has sealed it.
 */
async function systemKeychain(platform: NodeJS.Platform): Promise<Keychain | { missing: string }> {
  const keychain: Keychain = {
    name: names[platform] ?? platform,
    seal: (text) => safeStorage.encryptStringAsync(text),
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed))).result,
  };
  // A keychain that cannot be queried counts as none, and the operator reads so.
  const probe = await sealedProbe(keychain).catch(() => undefined);
  if (!probe) return { missing: 'the keychain of this system does not answer. It may be locked.' };
  const tag = Buffer.from(probe).toString('latin1', 0, sealedWithPublicKey.length);
  // Windows and macOS use the same tag for what their keychains seal.
  if (platform === 'linux' && tag === sealedWithPublicKey) {
    return { missing: 'this system has no keychain (a Secret Service such as GNOME Keyring, or KWallet).' };
  }
  return keychain;
}

/** A text that the keychain sealed and opens again; undefined if it has none. */
async function sealedProbe({ seal, open }: Keychain): Promise<Uint8Array | undefined> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return undefined;
  const text = randomBytes(16).toString('hex');
  const sealed = await seal(text);
  return (await open(sealed)) === text ? sealed : undefined;
}

/** The keychain, or that there is none if it has not answered in time. */
function answered<Found>(keychain: Promise<Found>, clock: Pick<Clock, 'after'>): Promise<Found | { missing: string }> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(patience, () => {
      resolve({
        missing: 'the keychain of this system did not answer within a minute. Unlock it and start the desk again.',
      });
    });
    keychain.then(resolve, reject).finally(callOff);
  });
}
