import { createHmac } from 'node:crypto';

/** A user name and a password. */
export interface Credentials {
  email: string;
  password: string;
}

/** No more than this many are remembered; the oldest is forgotten first. */
const most = 1_000;

/**
 * Credentials that were found right, so that not every request costs a hash that is slow on purpose. Neither they nor
 * anything that could be guessed from is kept: only their HMAC under a key that this process made and nobody else has.
 */
export class Verified {
  readonly #key: Buffer;
  readonly #hashes = new Map<string, string>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** What credentials are known by. */
  mark({ email, password }: Credentials): string {
    return createHmac('sha256', this.#key).update(`${email.length}:${email}${password}`).digest('base64');
  }

  /** The password hash that these were right for; they are right as long as the user still has it. */
  hashFor(mark: string): string | undefined {
    return this.#hashes.get(mark);
  }

  add(mark: string, passwordHash: string): void {
    this.#hashes.set(mark, passwordHash);
    if (this.#hashes.size > most) this.#hashes.delete(this.#hashes.keys().next().value ?? '');
  }
}
