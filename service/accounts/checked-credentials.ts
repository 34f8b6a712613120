import { createHmac } from 'node:crypto';
import { Recent } from './recent.ts';

/** A user name and a password, as in HTTP Basic (RFC 7617). */
export interface Credentials {
  email: string;
  password: string;
}

/** At most this many right credentials are remembered, and as many wrong ones. */
const most = 1_000;

/** Stands for the password hash of a user that does not exist. */
const noUser = '';

/**
 * Remembers how checks of credentials ended, so that not every request costs a hash that is slow on purpose, and so that
 * a program that repeats a wrong password is no new guess each time. It keeps only HMACs of the credentials, under a key
 * that this process made. Nothing kept here helps to guess a password.
 */
export class CheckedCredentials {
  readonly #key: Buffer;
  readonly #right = new Recent<string>(most);
  readonly #wrong = new Recent<string>(most);

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The key under which credentials are remembered. */
  mark({ email, password }: Credentials): string {
    return createHmac('sha256', this.#key).update(`${email.length}:${email}${password}`).digest('base64');
  }

  /**
   * How the check of these credentials ended; undefined if it was never made. A check is valid as long as the user has
   * the same password hash. `passwordHash` is undefined if there is no such user.
   */
  verdict(mark: string, passwordHash = noUser): 'right' | 'wrong' | undefined {
    if (passwordHash !== noUser && this.#right.get(mark) === passwordHash) return 'right';
    if (this.#wrong.get(mark) !== passwordHash) return undefined;
    // What is repeated stays remembered.
    this.#wrong.set(mark, passwordHash);
    return 'wrong';
  }

  /** Remembers credentials that matched this password hash. */
  right(mark: string, passwordHash: string): void {
    this.#right.set(mark, passwordHash);
  }

  /** Remembers credentials that did not match this password hash. */
  wrong(mark: string, passwordHash = noUser): void {
    this.#wrong.set(mark, passwordHash);
  }
}
