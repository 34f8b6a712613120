import { randomBytes, createHmac } from 'node:crypto';
import { OverlayError } from '../../contract/errors.ts';
import { tooMany } from '../domain/allowance.ts';
import type { AccountStore, User } from '../store/accounts.ts';
import { networkOf, Recent, SlowDown } from './slow-down.ts';
import { type HashCost, hashPassword, passwordFits, saltBytes, strongCost } from './password-hash.ts';

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
  readonly #checked = new CheckedCredentials();
  readonly #byUser = new SlowDown({ free: 5, longest: 16_000 });
  readonly #byNetwork = new SlowDown({ free: 50, longest: 4_000 });
  readonly #checks = fewAtOnce(atOnce);
  readonly #checksOfKnown = fewAtOnce(1);
  readonly #known = new Recent<true>(mostKnown);
  /** A client that opens many connections at once costs one check. */
  readonly #underWay = new Map<string, Promise<User>>();
  #nobody: Promise<string> | undefined;

  constructor(store: AccountStore, clock: () => number, cost = strongCost) {
    this.#store = store;
    this.#clock = clock;
    this.#cost = cost;
  }

  /** Throws `unauthorized`, or `too-many` without checking the password. `address`: the request's origin. */
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
    if (wait > 0 || checks.isFull()) {
      throw tooMany(Math.max(wait, 1_000) / 1000, 'There were too many wrong passwords. Wait before the next try.');
    }
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

function fewAtOnce(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    isFull: () => waiting.length >= mostWaiting,
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

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
class CheckedCredentials {
  readonly #key = randomBytes(32);
  readonly #right = new Recent<string>(most);
  readonly #wrong = new Recent<string>(most);

  mark({ email, password }: Credentials): string {
    return createHmac('sha256', this.#key).update(`${email.length}:${email}${password}`).digest('base64');
  }

  /** The remembered result, valid until the password hash changes. An undefined hash means an unknown user. */
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

/** Undefined if the header is missing, damaged or of another scheme. */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    return colon < 0 ? undefined : { email: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    // Bytes that are not UTF-8 are not credentials.
    return undefined;
  }
}
