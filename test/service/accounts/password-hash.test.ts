import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, passwordFits, saltBytes, strongCost } from '../../../service/accounts/password-hash.ts';

const cheap = { ln: 4, r: 8, p: 1 };
const salt = Buffer.from('NaCl');

describe('a password hash', () => {
  it('is that of scrypt, with all that is needed to check it', async () => {
    // RFC 7914, section 12: scrypt("password", "NaCl", 1024, 8, 16); the first 32 of its 64 bytes.
    const [, ln, r, p, kept, hash] = (await hashPassword('password', salt, { ln: 10, r: 8, p: 16 })).split('$');
    expect([ln, r, p, kept, Buffer.from(hash ?? '', 'base64url').toString('hex')]).toEqual([
      '10',
      '8',
      '16',
      salt.toString('base64url'),
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162',
    ]);
  });

  it('fits its password and no other', async () => {
    const hash = await hashPassword('difference engine', randomBytes(saltBytes), cheap);
    const tries = ['difference engine', 'difference engin', 'Difference engine', ''];
    expect(await Promise.all(tries.map((one) => passwordFits(one, hash)))).toEqual([true, false, false, false]);
  });

  it('fits however the letters were typed', async () => {
    const hash = await hashPassword('caf\u00e9 caf\u00e9', salt, cheap);
    expect(await passwordFits('cafe\u0301 cafe\u0301', hash)).toBe(true);
  });

  it('differs for the same password with another salt', async () => {
    const [one, other] = [await hashPassword('same', Buffer.from('a'), cheap), await hashPassword('same', salt, cheap)];
    expect(one).not.toBe(other);
  });

  it.each(['', 'plain', 'scrypt$1$2', 'scrypt$a$8$1$AA$AA', 'bcrypt$4$8$1$AA$AA'])(
    'that is none (%j) fits nothing',
    async (hash) => {
      expect([await passwordFits('', hash), await passwordFits(hash, hash)]).toEqual([false, false]);
    },
  );

  it('takes 32 MiB, so that guessing is dear', () => {
    expect(2 ** strongCost.ln * 128 * strongCost.r).toBe(32 * 1024 * 1024);
  });
});
