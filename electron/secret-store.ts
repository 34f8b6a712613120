import { randomBytes } from 'node:crypto';
import { safeStorage } from 'electron';
import { inTime } from '../node/clock.ts';
import { secretFile } from '../node/secret-file.ts';
import type { Keychain, SecretsPort } from '../desk/ports.ts';
import type { Clock } from '../contract/clock.ts';

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain',
  win32: 'Windows data protection',
  linux: 'Secret Service or KWallet',
};

/** Milliseconds. The keychain may be asking the operator for its password. */
const patience = 60_000;

/** On Linux, the prefix of data sealed with a key from Chromium's public source: no protection. */
const sealedWithPublicKey = 'v10';

/** Call only after the app is ready. */
export function secretStore(
  directory: string,
  { platform, clock }: { platform: NodeJS.Platform; clock: Pick<Clock, 'after'> },
): SecretsPort {
  return {
    file: secretFile(directory),
    keychain: () =>
      inTime(systemKeychain(platform), { clock, milliseconds: patience }, () => ({
        missing: 'the keychain of this system did not answer within a minute. Unlock it and start the desk again.',
      })),
    passphrase: () => undefined,
    random: (bytes) => randomBytes(bytes),
  };
}

/** On Linux, `safeStorage` only guesses from the desktop name, so a sealed probe shows whether a keychain is in use. */
async function systemKeychain(platform: NodeJS.Platform): Promise<Keychain | { missing: string }> {
  const keychain: Keychain = {
    name: names[platform] ?? platform,
    seal: (text) => safeStorage.encryptStringAsync(text),
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed))).result,
  };
  // The answer below names a locked keychain.
  const probe = await sealedProbe(keychain).catch(() => undefined);
  if (!probe) return { missing: 'the keychain of this system does not answer. It may be locked.' };
  const tag = Buffer.from(probe).toString('latin1', 0, sealedWithPublicKey.length);
  // Windows and macOS use the same tag for real keychains.
  if (platform === 'linux' && tag === sealedWithPublicKey) {
    return { missing: 'this system has no keychain (a Secret Service such as GNOME Keyring, or KWallet).' };
  }
  return keychain;
}

async function sealedProbe({ seal, open }: Keychain): Promise<Uint8Array | undefined> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return undefined;
  const text = randomBytes(16).toString('hex');
  const sealed = await seal(text);
  return (await open(sealed)) === text ? sealed : undefined;
}
