import { createHmac } from 'node:crypto';

/** A user name and a password, as in HTTP Basic (RFC 7617). */
export interface Credentials {
  email: string;
  password: string;
}

/** At most this many are remembered. The oldest is forgotten first. */
const most = 1_000;

/**
 * Remembers credentials that were right, so that not every request costs a hash that is slow on purpose. It keeps only
 * their HMAC under a key that this process made. Nothing kept here helps to guess a password.
 */
export class Verified {
  readonly #key: Buffer;
  readonly #hashes = new Map<string, string>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The key under which credentials are remembered. */
  mark({ email, password }: Credentials): string {
    return createHmac('sha256', this.#key).update(`${email.length}:${email}${password}`).digest('base64');
  }

  /** The password hash that these credentials matched. They stay right as long as the user still has that hash. */
  hashFor(mark: string): string | undefined {
    return this.#hashes.get(mark);
  }

  add(mark: string, passwordHash: string): void {
    this.#hashes.set(mark, passwordHash);
    if (this.#hashes.size > most) this.#hashes.delete(this.#hashes.keys().next().value ?? '');
  }
}
