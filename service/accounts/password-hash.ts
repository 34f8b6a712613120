import { scrypt, timingSafeEqual } from 'node:crypto';

/** 2^`ln` rounds on blocks of 128 x `r` bytes, `p` times. Memory: 2^`ln` x 128 x `r` bytes. */
export interface HashCost {
  ln: number;
  r: number;
  p: number;
}

/** 32 MiB, about 0.25 s. Source: OWASP Password Storage Cheat Sheet, scrypt. */
export const strongCost: HashCost = { ln: 15, r: 8, p: 3 };

const hashBytes = 32;
export const saltBytes = 16;

/** Returns `scrypt$ln$r$p$salt$hash`; salt and hash are base64url. */
export async function hashPassword(password: string, salt: Buffer, cost = strongCost): Promise<string> {
  const hash = await derived(password, salt, cost);
  return ['scrypt', cost.ln, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** The comparison takes equally long for every wrong password. */
export async function passwordFits(password: string, stored: string): Promise<boolean> {
  const [, ln, r, p, salt, hash] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return false;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const given = await derived(password, Buffer.from(salt, 'base64url'), cost);
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/** Runs in a separate thread. Passwords that look the same are equal, however typed (RFC 8265). */
function derived(password: string, salt: Buffer, { ln, r, p }: HashCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 ** ln * 128 * r * 2 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
