import { OverlayError } from '../../contract/errors.ts';
import type { AccountStore, User } from '../store/accounts.ts';
import { CheckedCredentials, type Credentials } from './checked-credentials.ts';
import { FewAtOnce } from './few-at-once.ts';
import { networkOf } from './network-of.ts';
import { type HashCost, hashPassword, passwordFits, saltBytes, strongCost } from './password-hash.ts';
import { Recent } from './recent.ts';
import { SlowDown } from './slow-down.ts';

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

/** At most this many pairs of user and network that signed in are remembered. */
const mostKnown = 1_000;

/**
 * Checks user names and passwords. Failures slow down further tries for that user from that network, and for a network
 * that tries many users. Nobody is locked out:
 * - Credentials that were right before pass meanwhile.
 * - A wrong password that is repeated, as by a program with an old one, is refused again and counts once.
 * - A user who signed in from this network before does not wait for the failures of others, nor in their queue.
 *
 * Refusing an unknown user takes as long as refusing a known one.
 */
export class Accounts {
  readonly #ports: AccountsPorts;
  readonly #checked: CheckedCredentials;
  readonly #byUser = new SlowDown({ free: 5, longest: 16_000 });
  readonly #byNetwork = new SlowDown({ free: 50, longest: 4_000 });
  readonly #checks = new FewAtOnce(atOnce, mostWaiting);
  /** The checks for users who signed in from the same network before. */
  readonly #checksOfKnown = new FewAtOnce(1, mostWaiting);
  /** Pairs of user and network that signed in. */
  readonly #known = new Recent<true>(mostKnown);
  /** Checks under way. A client that opens many connections at once costs one check. */
  readonly #underWay = new Map<string, Promise<User>>();
  #nobody: Promise<string> | undefined;

  constructor(ports: AccountsPorts) {
    this.#ports = ports;
    this.#checked = new CheckedCredentials(ports.random(32));
  }

  /**
   * Finds the user with these credentials; undefined if the request carried none. `address` is where the request came
   * from. Throws `unauthorized`, or `too-many` with the time to wait, without checking the password.
   */
  async signIn(credentials: Credentials | undefined, address: string): Promise<User> {
    if (credentials === undefined) throw new OverlayError('unauthorized');
    const mark = this.#checked.mark(credentials);
    const user = this.#ports.store.userByEmail(credentials.email);
    const verdict = this.#checked.verdict(mark, user?.passwordHash);
    if (user && verdict === 'right') return user;
    if (verdict === 'wrong') throw new OverlayError('unauthorized');
    const underWay = this.#underWay.get(mark);
    if (underWay) return underWay;
    const network = networkOf(address);
    const check = this.#slowly(credentials, { mark, network }).finally(() => this.#underWay.delete(mark));
    this.#underWay.set(mark, check);
    return check;
  }

  async #slowly(credentials: Credentials, { mark, network }: { mark: string; network: string }): Promise<User> {
    const now = this.#ports.clock();
    const pair = JSON.stringify([network, credentials.email.toLowerCase()]);
    const known = this.#known.get(pair) ?? false;
    const checks = known ? this.#checksOfKnown : this.#checks;
    const wait = Math.max(this.#byUser.wait(pair, now), known ? 0 : this.#byNetwork.wait(network, now));
    if (wait > 0 || checks.full) throw tooMany(Math.max(wait, 1_000));
    this.#byUser.failed(pair, now);
    this.#byNetwork.failed(network, now);
    const user = await checks.run(() => this.#check(credentials, mark));
    this.#byUser.succeeded(pair, 'all');
    this.#byNetwork.succeeded(network, 'one');
    this.#known.set(pair, true);
    return user;
  }

  async #check({ email, password }: Credentials, mark: string): Promise<User> {
    const { store } = this.#ports;
    const user = store.userByEmail(email);
    const fits = await passwordFits(password, user?.passwordHash ?? (await this.#nobodysHash()));
    if (!fits || !user) {
      this.#checked.wrong(mark, user?.passwordHash);
      throw new OverlayError('unauthorized');
    }
    // During the check the password may have changed or the user may have been removed.
    const still = store.userByEmail(email);
    if (still?.passwordHash !== user.passwordHash) throw new OverlayError('unauthorized');
    this.#checked.right(mark, user.passwordHash);
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
