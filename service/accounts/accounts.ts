import { randomBytes } from 'node:crypto';
import { OverlayError } from '../../contract/errors.ts';
import type { AccountStore, User } from '../store/accounts.ts';
import { CheckedCredentials, type Credentials } from './checked-credentials.ts';
import { networkOf } from './network-of.ts';
import { type HashCost, hashPassword, passwordFits, saltBytes, strongCost } from './password-hash.ts';
import { Recent } from './recent.ts';
import { SlowDown } from './slow-down.ts';

/** Each concurrent hash takes 32 MiB and one of the few threads that also read the disk. */
const atOnce = 2;
const mostWaiting = 64;

const mostKnown = 1_000;

/**
 * Checks user names and passwords. Failures slow further tries per user and network, and per network.
 *
 * Credentials that were right before pass meanwhile, and a repeated wrong password counts once. Users known from this
 * network do not wait for others' failures. Refusing an unknown user takes as long as a known user.
 */
export class Accounts {
  readonly #store: AccountStore;
  readonly #clock: () => number;
  readonly #cost: HashCost;
  readonly #checked = new CheckedCredentials(randomBytes(32));
  readonly #byUser = new SlowDown({ free: 5, longest: 16_000 });
  readonly #byNetwork = new SlowDown({ free: 50, longest: 4_000 });
  readonly #checks = new FewAtOnce(atOnce, mostWaiting);
  readonly #checksOfKnown = new FewAtOnce(1, mostWaiting);
  readonly #known = new Recent<true>(mostKnown);
  /** A client that opens many connections at once costs one check. */
  readonly #underWay = new Map<string, Promise<User>>();
  #nobody: Promise<string> | undefined;

  constructor(store: AccountStore, clock: () => number, cost = strongCost) {
    this.#store = store;
    this.#clock = clock;
    this.#cost = cost;
  }

  /**
   * Returns the user. Throws `unauthorized`, or `too-many` with the wait, without checking the password. `address`: the
   * request's origin.
   */
  async signIn(credentials: Credentials | undefined, address: string): Promise<User> {
    if (credentials === undefined) throw new OverlayError('unauthorized');
    const mark = this.#checked.mark(credentials);
    const user = this.#store.userByEmail(credentials.email);
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
    const now = this.#clock();
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
    const user = this.#store.userByEmail(email);
    const fits = await passwordFits(password, user?.passwordHash ?? (await this.#nobodysHash()));
    if (!fits || !user) {
      this.#checked.wrong(mark, user?.passwordHash);
      throw new OverlayError('unauthorized');
    }
    // During the check, the password may change or the user may be removed.
    const still = this.#store.userByEmail(email);
    if (still?.passwordHash !== user.passwordHash) throw new OverlayError('unauthorized');
    this.#checked.right(mark, user.passwordHash);
    return still;
  }

  /** No password matches this hash. Checking it costs as much as a user's. */
  #nobodysHash(): Promise<string> {
    this.#nobody ??= hashPassword(randomBytes(32).toString('base64'), randomBytes(saltBytes), this.#cost);
    return this.#nobody;
  }
}

function tooMany(wait: number): OverlayError {
  const error = new OverlayError('too-many', 'There were too many wrong passwords. Wait before the next try.');
  error.retryAfter = wait / 1000;
  return error;
}

class FewAtOnce {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  get full(): boolean {
    return this.#waiting.length >= this.#mostWaiting;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
