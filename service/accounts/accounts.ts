import { OverlayError } from '../../contract/errors.ts';
import type { AccountStore, User } from '../store/accounts.ts';
import { FewAtOnce } from './few-at-once.ts';
import { type HashCost, hashPassword, passwordFits, saltBytes, strongCost } from './password-hash.ts';
import { SlowDown } from './slow-down.ts';
import { type Credentials, Verified } from './verified.ts';

/** What signing in needs from outside. `clock` gives milliseconds since the epoch. `cost` is the cost of new hashes. */
export interface AccountsPorts {
  store: Pick<AccountStore, 'userByEmail'>;
  clock: () => number;
  random: (bytes: number) => Buffer;
  cost?: HashCost;
}

/**
 * At most this many hashes are computed at once. Each takes 32 MiB and one of the few threads that also read the disk.
 */
const atOnce = 2;
/** With this many sign-ins waiting, a further one is refused. */
const mostWaiting = 64;

/**
 * Checks user names and passwords. Failures slow down further tries for that user from that address, and for an address
 * that tries many users. Nobody is locked out: credentials that were right before pass meanwhile. Refusing an unknown
 * user takes as long as refusing a known one.
 */
export class Accounts {
  readonly #ports: AccountsPorts;
  readonly #verified: Verified;
  readonly #byUser = new SlowDown({ free: 5, longest: 16_000 });
  readonly #byAddress = new SlowDown({ free: 50, longest: 4_000 });
  readonly #checks = new FewAtOnce(atOnce, mostWaiting);
  /** Checks under way. A client that opens many connections at once costs one check. */
  readonly #underWay = new Map<string, Promise<User>>();
  #nobody: Promise<string> | undefined;

  constructor(ports: AccountsPorts) {
    this.#ports = ports;
    this.#verified = new Verified(ports.random(32));
  }

  /**
   * Finds the user with these credentials; undefined if the request carried none. `address` is where the request came
   * from. Throws `unauthorized`, or `too-many` with the time to wait, without checking the password.
   */
  async signIn(credentials: Credentials | undefined, address: string): Promise<User> {
    if (credentials === undefined) throw new OverlayError('unauthorized');
    const mark = this.#verified.mark(credentials);
    const user = this.#ports.store.userByEmail(credentials.email);
    if (user && this.#verified.hashFor(mark) === user.passwordHash) return user;
    const underWay = this.#underWay.get(mark);
    if (underWay) return underWay;
    const check = this.#slowly(credentials, { mark, address }).finally(() => this.#underWay.delete(mark));
    this.#underWay.set(mark, check);
    return check;
  }

  async #slowly(credentials: Credentials, { mark, address }: { mark: string; address: string }): Promise<User> {
    const now = this.#ports.clock();
    const pair = JSON.stringify([address, credentials.email.toLowerCase()]);
    const wait = Math.max(this.#byUser.wait(pair, now), this.#byAddress.wait(address, now));
    if (wait > 0 || this.#checks.full) throw tooMany(Math.max(wait, 1_000));
    this.#byUser.failed(pair, now);
    this.#byAddress.failed(address, now);
    const user = await this.#checks.run(() => this.#checked(credentials));
    this.#byUser.succeeded(pair, 'all');
    this.#byAddress.succeeded(address, 'one');
    this.#verified.add(mark, user.passwordHash);
    return user;
  }

  async #checked({ email, password }: Credentials): Promise<User> {
    const { store } = this.#ports;
    const user = store.userByEmail(email);
    const fits = await passwordFits(password, user?.passwordHash ?? (await this.#nobodysHash()));
    // During the check the password may have changed or the user may have been removed.
    const still = user && store.userByEmail(email);
    if (!fits || !still || still.passwordHash !== user.passwordHash) throw new OverlayError('unauthorized');
    return still;
  }

  /** A hash that no password matches. Checking it costs as much as checking a user's. */
  #nobodysHash(): Promise<string> {
    const { random, cost = strongCost } = this.#ports;
    this.#nobody ??= hashPassword(random(32).toString('base64'), random(saltBytes), cost);
    return this.#nobody;
  }
}

function tooMany(wait: number): OverlayError {
  const error = new OverlayError('too-many', 'There were too many wrong passwords. Wait before the next try.');
  error.retryAfter = wait / 1000;
  return error;
}
