import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export const KeptPin = z.object({ salt: z.base64(), hash: z.base64() });
export type KeptPin = z.infer<typeof KeptPin>;

const hashBytes = 32;

export async function hashedPin(pin: string): Promise<KeptPin> {
  const salt = randomBytes(16);
  return { salt: salt.toString('base64'), hash: (await hashOf(pin, salt)).toString('base64') };
}

export async function isPin(pin: string, { salt, hash }: KeptPin): Promise<boolean> {
  return timingSafeEqual(await hashOf(pin, Buffer.from(salt, 'base64')), fullLength(hash));
}

function hashOf(pin: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, hashBytes, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** A hash of another length was edited by hand and matches no PIN. */
function fullLength(hash: string): Buffer {
  const bytes = Buffer.alloc(hashBytes);
  Buffer.from(hash, 'base64').copy(bytes);
  return bytes;
}
