import { createHmac } from 'node:crypto';
import { Recent } from './recent.ts';

/** HTTP Basic (RFC 7617). */
export interface Credentials {
  email: string;
  password: string;
}

const most = 1_000;

const noUser = '';

/**
 * Remembers the results of checks, which are slow on purpose; a repeated wrong password is no new guess. Stores only
 * HMACs under a key of this process.
 */
export class CheckedCredentials {
  readonly #key: Buffer;
  readonly #right = new Recent<string>(most);
  readonly #wrong = new Recent<string>(most);

  constructor(key: Buffer) {
    this.#key = key;
  }

  mark({ email, password }: Credentials): string {
    return createHmac('sha256', this.#key).update(`${email.length}:${email}${password}`).digest('base64');
  }

  /**
   * Returns the remembered result. It is valid until the user's password hash changes; an undefined hash means an
   * unknown user.
   */
  verdict(mark: string, passwordHash = noUser): 'right' | 'wrong' | undefined {
    if (passwordHash !== noUser && this.#right.get(mark) === passwordHash) return 'right';
    if (this.#wrong.get(mark) !== passwordHash) return undefined;
    this.#wrong.set(mark, passwordHash);
    return 'wrong';
  }

  right(mark: string, passwordHash: string): void {
    this.#right.set(mark, passwordHash);
  }

  wrong(mark: string, passwordHash = noUser): void {
    this.#wrong.set(mark, passwordHash);
  }
}
