import { texts } from '../../contract/texts/texts.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { z } from 'zod';
import { type ClientChoice, RemoteClient, RemoteRight, type RemoteOperation } from '../../contract/desk-api/remote.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Ground } from '../ground.ts';
import { Allowance } from './allowance.ts';
import type { Action } from '../../contract/actions/actions.ts';
import { parseAddress } from '../../contract/model/address.ts';

/** The token is stored only as a hash. */
export const KeptClient = RemoteClient.omit({ seen: true }).extend({ hash: z.string() });
export type KeptClient = z.infer<typeof KeptClient>;

const atOnce = 100;
const eachSecond = 50;
/** Rate limit for wrong tokens from an address. */
const wrongAtOnce = 10;
const wrongEachSecond = 0.2;

export interface Admission {
  token: string;
  address: string;
  right: RemoteRight;
  /** UDP senders can forge addresses, so wrong tokens over `udp` count separately and must not slow down TCP. */
  over?: 'tcp' | 'udp';
  /** Exempt from the rate limit. If the action is no panic after all, call `count`. */
  isPanic?: boolean;
}

export type MayStay = (address: string) => boolean;

type ClientsGround = Pick<Ground, 'clock' | 'newId' | 'randomBytes'>;

interface ClientEvents {
  save(all: readonly KeptClient[]): void;
  changed(): void;
  /** Ends the open connections of a client, except those in `mayStay`. */
  revoked(id: string, mayStay: MayStay): void;
}

export class RemoteClients {
  readonly #ground: ClientsGround;
  readonly #on: ClientEvents;
  #all: readonly KeptClient[];
  readonly #seen = new Map<string, number>();
  readonly #requests: Allowance;
  readonly #wrong: Allowance;

  constructor(kept: readonly KeptClient[], ground: ClientsGround, on: ClientEvents) {
    this.#all = kept;
    [this.#ground, this.#on] = [ground, on];
    this.#requests = new Allowance(ground.clock, { atOnce, eachSecond });
    this.#wrong = new Allowance(ground.clock, { atOnce: wrongAtOnce, eachSecond: wrongEachSecond });
  }

  get view(): RemoteClient[] {
    return this.#all.map(({ hash: _, ...client }) => ({ ...client, seen: this.#seen.get(client.id) ?? null }));
  }

  add(choice: ClientChoice): { id: string; token: string } {
    const id = this.#ground.newId();
    this.#checkName({ id, ...choice });
    const { token, hash } = this.#newToken();
    this.#become([...this.#all, { id, ...choice, hash }]);
    return { id, token };
  }

  keep(): void {
    this.#on.save(this.#all);
  }

  /**
   * Keeps the token, and the connections from addresses that are still allowed. Throws `call-invalid` if the client is
   * gone.
   */
  change(changed: ClientChoice & Pick<RemoteClient, 'id'>): void {
    const { id } = changed;
    const { hash } = this.#find(id);
    this.#checkName(changed);
    this.#become(this.#all.map((client) => (client.id === id ? { ...changed, hash } : client)));
    this.#on.revoked(id, (address) => mayComeFrom(changed, address));
  }

  /** Throws `call-invalid` if the client is gone. */
  replaceToken(id: string): { id: string; token: string } {
    this.#find(id);
    const { token, hash } = this.#newToken();
    this.#become(this.#all.map((client) => (client.id === id ? { ...client, hash } : client)));
    this.#on.revoked(id, () => false);
    return { id, token };
  }

  /** Throws `call-invalid` if the client is gone. */
  remove(id: string): void {
    this.#find(id);
    this.#become(this.#all.filter((client) => client.id !== id));
    this.#on.revoked(id, () => false);
  }

  /** Checks token, address and right. Throws `unauthorized`, `forbidden` or `too-many`. */
  admit({ token, address, right, over = 'tcp', isPanic = false }: Admission): RemoteClient {
    const guesser = over === 'udp' ? `udp ${address}` : address;
    const client = this.#of(token);
    if (!client) {
      if (!this.#wrong.tryTake(guesser)) throw tooMany(this.#wrong.wait(guesser));
      throw unknownToken();
    }
    checkPlace(client, address);
    if (!isPanic) this.count(client);
    checkRight(client, right);
    const isNew = !this.#seen.has(client.id);
    const seen = this.#ground.clock.now();
    this.#seen.set(client.id, seen);
    if (isNew) this.#on.changed();
    const { hash: _, ...shown } = client;
    return { ...shown, seen };
  }

  /** Repeats the checks of `admit` after the wait for the body. */
  checkStill({ token, address, right }: Pick<Admission, 'token' | 'address' | 'right'>): void {
    const client = this.#of(token);
    if (!client) throw unknownToken();
    checkPlace(client, address);
    checkRight(client, right);
  }

  /** Throws `forbidden`. A refused panic counts for the rate limit. */
  checkTrigger({ id }: Pick<RemoteClient, 'id'>, triggered: Triggered): void {
    const client = this.#all.find((one) => one.id === id);
    if (!client) throw unknownToken();
    try {
      checkTrigger(client, triggered);
    } catch (refused) {
      if (triggered.do === 'panic') this.count(client);
      throw refused;
    }
  }

  /**
   * Counts a request that was admitted as a panic but is none, so that ordinary requests never use up the panic path.
   * Throws `too-many`.
   */
  count({ id }: Pick<RemoteClient, 'id'>): void {
    if (!this.#requests.tryTake(id)) throw tooMany(this.#requests.wait(id));
  }

  #of(token: string): KeptClient | undefined {
    const given = hashOf(token);
    // Compares every client, so that timing reveals nothing.
    return this.#all.filter(({ hash }) => timingSafeEqual(given, hashBytes(hash)))[0];
  }

  #find(id: string): KeptClient {
    const client = this.#all.find((one) => one.id === id);
    if (client) return client;
    throw new OverlayError('call-invalid', texts.remote.noClient);
  }

  #checkName({ id, name }: Pick<RemoteClient, 'id' | 'name'>): void {
    if (!this.#all.some((other) => other.name === name && other.id !== id)) return;
    throw new OverlayError('call-invalid', texts.remote.clientExists(name));
  }

  #newToken(): { token: string; hash: string } {
    const token = Buffer.from(this.#ground.randomBytes(32)).toString('base64url');
    return { token, hash: hashOf(token).toString('hex') };
  }

  #become(all: readonly KeptClient[]): void {
    this.#all = all;
    this.#on.save(all);
    this.#on.changed();
  }
}

function unknownToken(): OverlayError {
  return new OverlayError('unauthorized', texts.remote.tokenWrong);
}

function checkPlace(client: KeptClient, address: string): void {
  if (mayComeFrom(client, address)) return;
  throw new OverlayError('forbidden', texts.remote.notFrom(client.name, address));
}

function checkRight({ name, right: has }: KeptClient, right: RemoteRight): void {
  if (RemoteRight.options.indexOf(has) >= RemoteRight.options.indexOf(right)) return;
  throw new OverlayError('forbidden', texts.remote.needsRight(name, has, right));
}

function mayComeFrom({ addresses }: Pick<KeptClient, 'addresses'>, from: string): boolean {
  const address = plainAddress(from);
  const allowed = new BlockList();
  allowed.addSubnet('127.0.0.0', 8);
  allowed.addAddress('::1', 'ipv6');
  for (const one of addresses) {
    const [base = '', bits] = one.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(bits), family);
  }
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A dual-stack socket reports an IPv4 address as `::ffff:192.0.2.7`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function tooMany(seconds: number): OverlayError {
  const error = new OverlayError('too-many', texts.remote.tooMany(seconds));
  error.retryAfter = seconds;
  return error;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A hand-edited hash may have another length; it then matches no token. */
function hashBytes(hash: string): Buffer {
  const bytes = Buffer.alloc(32);
  Buffer.from(hash, 'hex').copy(bytes);
  return bytes;
}

export type Triggered = Action | { do: Exclude<RemoteOperation, Action['do']> };

/** Throws `forbidden` and names the target missing from the list of the client. */
export function checkTrigger({ name, only }: Pick<RemoteClient, 'name' | 'only'>, triggered: Triggered): void {
  if (!only) return;
  const refuse = (what: string): never => {
    throw new OverlayError('forbidden', texts.remote.notOnList(name, what));
  };
  if (only.triggers.length > 0 && !only.triggers.includes(triggered.do)) refuse(triggered.do);
  if (only.targets.length === 0) return;
  const targets = targetsOf(triggered);
  if (targets.length === 0) refuse(texts.remote.namesNothing(triggered.do));
  if (!targets.some((target) => only.targets.includes(target))) refuse(texts.remote.of(triggered.do, targets[0] ?? ''));
}

function targetsOf(triggered: Triggered): string[] {
  if ('cue' in triggered) return [triggered.cue];
  if ('subComposition' in triggered) return [triggered.subComposition, parseAddress(triggered.subComposition).app];
  return 'app' in triggered && triggered.app !== undefined ? [triggered.app] : [];
}
