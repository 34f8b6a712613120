import { randomBytes } from 'node:crypto';
import type { Keychain, SecretFile, SecretsPort } from '../../../desk/ports.ts';

/** A file of secrets in memory. `fails` makes reading or writing throw, as a disk does. */
export interface MemorySecretFile extends SecretFile {
  content: unknown;
  fails: 'read' | 'write' | undefined;
}

export function memorySecretFile(content?: unknown): MemorySecretFile {
  const file: MemorySecretFile = {
    file: 'secrets.json',
    content,
    fails: undefined,
    read() {
      if (file.fails === 'read') throw new Error('EIO: i/o error');
      return structuredClone(file.content);
    },
    write(written) {
      if (file.fails === 'write') throw new Error('ENOSPC: no space left on device');
      file.content = structuredClone(written);
    },
  };
  return file;
}

/** A keychain that turns texts around, and that can be away. */
export function turningKeychain(): Keychain & { away: boolean } {
  const keychain = {
    name: 'test keychain',
    away: false,
    seal: async (text: string) => {
      if (keychain.away) throw new Error('the keychain is locked');
      return Buffer.from(text).reverse();
    },
    open: async (sealed: Uint8Array) => {
      if (keychain.away) throw new Error('the keychain is locked');
      return Buffer.from(sealed).reverse().toString();
    },
  };
  return keychain;
}

/** What the secret stores need, with no keychain and no passphrase but those that a test gives. */
export function secretPorts(given: Partial<SecretsPort> = {}): SecretsPort {
  return {
    file: memorySecretFile(),
    keychain: () => Promise.resolve({ missing: 'this test has no keychain.' }),
    passphrase: () => undefined,
    random: (bytes) => randomBytes(bytes),
    ...given,
  };
}
