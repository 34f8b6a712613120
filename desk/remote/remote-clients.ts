import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { z } from 'zod';
import { type ClientChoice, RemoteClient, RemoteRight } from '../../contract/desk-api/remote.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Clock } from '../../contract/clock.ts';
import { Allowance } from './allowance.ts';
import { checkTrigger, type Triggered } from './triggers.ts';

/** A client as the settings keep it: the token is hashed. */
export const KeptClient = RemoteClient.omit({ seen: true }).extend({ hash: z.string() });
export type KeptClient = z.infer<typeof KeptClient>;

/** Requests that a client may make at once, and each second after that. */
const atOnce = 100;
const eachSecond = 50;
/** Wrong tokens that an address may try at once, and each second after that. */
const wrongAtOnce = 10;
const wrongEachSecond = 0.2;

/** Somebody who wants to be let in. */
export interface Admission {
  token: string;
  address: string;
  right: RemoteRight;
  /**
   * How it came. Anybody can write any address on a datagram, so wrong tokens over `udp` are counted apart: they must not
   * slow down what comes from the true address over TCP.
   */
  over?: 'tcp' | 'udp';
  /** It may take everything out, and no rate limits that. If it turns out to be something else, `count` follows. */
  isPanic?: boolean;
}

/** Whether a connection from this address may stay. */
export type MayStay = (address: string) => boolean;

export interface RemoteClientsPorts {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  save(all: readonly KeptClient[]): void;
  newId(): string;
  random(bytes: number): Uint8Array;
  /** The clients changed, or one was let in. */
  changed(): void;
  /** What a client has open ends where it may not stay: it may come from fewer addresses, has another token, or is gone. */
  revoked(id: string, mayStay: MayStay): void;
}

/** Who may use the HTTP API and OSC, and what each may do. */
export class RemoteClients {
  readonly #ports: RemoteClientsPorts;
  #all: readonly KeptClient[];
  readonly #seen = new Map<string, number>();
  readonly #requests: Allowance;
  readonly #wrong: Allowance;

  constructor(kept: readonly KeptClient[], ports: RemoteClientsPorts) {
    this.#all = kept;
    this.#ports = ports;
    this.#requests = new Allowance(ports.clock, { atOnce, eachSecond });
    this.#wrong = new Allowance(ports.clock, { atOnce: wrongAtOnce, eachSecond: wrongEachSecond });
  }

  get view(): RemoteClient[] {
    return this.#all.map(({ hash: _, ...client }) => ({ ...client, seen: this.#seen.get(client.id) ?? null }));
  }

  /** Adds a client. Gives its token. */
  add(choice: ClientChoice): { id: string; token: string } {
    const id = this.#ports.newId();
    this.#checkName({ id, ...choice });
    const { token, hash } = this.#newToken();
    this.#become([...this.#all, { id, ...choice, hash }]);
    return { id, token };
  }

  /** Saves them again, with what was chosen besides. */
  keep(): void {
    this.#ports.save(this.#all);
  }

  /** It keeps its token, and what it has open as far as it may still come from there. Throws `call-invalid` if it is gone. */
  change(changed: ClientChoice & Pick<RemoteClient, 'id'>): void {
    const { id } = changed;
    const { hash } = this.#find(id);
    this.#checkName(changed);
    this.#become(this.#all.map((client) => (client.id === id ? { ...changed, hash } : client)));
    this.#ports.revoked(id, (address) => mayComeFrom(changed, address));
  }

  /** Gives a client another token instead of its own. Throws `call-invalid` if it is gone. */
  replaceToken(id: string): { id: string; token: string } {
    this.#find(id);
    const { token, hash } = this.#newToken();
    this.#become(this.#all.map((client) => (client.id === id ? { ...client, hash } : client)));
    this.#ports.revoked(id, () => false);
    return { id, token };
  }

  /** Throws `call-invalid` if it is gone already. */
  remove(id: string): void {
    this.#find(id);
    this.#become(this.#all.filter((client) => client.id !== id));
    this.#ports.revoked(id, () => false);
  }

  /**
   * Lets a request in, by its token and the address that it comes from. Throws `unauthorized`, `forbidden` if the client may
   * not do this or not from there, and `too-many`.
   */
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
    const seen = this.#ports.clock.now();
    this.#seen.set(client.id, seen);
    if (isNew) this.#ports.changed();
    const { hash: _, ...shown } = client;
    return { ...shown, seen };
  }

  /** Throws, as `admit` does, if a client that was let in may not do this any more: its request may have waited for its body. */
  checkStill({ token, address, right }: Pick<Admission, 'token' | 'address' | 'right'>): void {
    const client = this.#of(token);
    if (!client) throw unknownToken();
    checkPlace(client, address);
    checkRight(client, right);
  }

  /** Throws `forbidden` if a client that was let in may not trigger this. A panic that it may not do counts as any request. */
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
   * Counts a request of a client that was let in as a panic and is none: a fader of the same client must not use up what a panic
   * needs. Throws `too-many`.
   */
  count({ id }: Pick<RemoteClient, 'id'>): void {
    if (!this.#requests.tryTake(id)) throw tooMany(this.#requests.wait(id));
  }

  #of(token: string): KeptClient | undefined {
    const given = hashOf(token);
    // Every client is compared, so that the time tells nothing.
    return this.#all.filter(({ hash }) => timingSafeEqual(given, hashBytes(hash)))[0];
  }

  #find(id: string): KeptClient {
    const client = this.#all.find((one) => one.id === id);
    if (client) return client;
    throw new OverlayError('call-invalid', 'There is no such client any more. Somebody may have removed it.');
  }

  #checkName({ id, name }: Pick<RemoteClient, 'id' | 'name'>): void {
    if (!this.#all.some((other) => other.name === name && other.id !== id)) return;
    throw new OverlayError('call-invalid', `There is a client called ${name} already.`);
  }

  #newToken(): { token: string; hash: string } {
    const token = Buffer.from(this.#ports.random(32)).toString('base64url');
    return { token, hash: hashOf(token).toString('hex') };
  }

  #become(all: readonly KeptClient[]): void {
    this.#all = all;
    this.#ports.save(all);
    this.#ports.changed();
  }
}

function unknownToken(): OverlayError {
  return new OverlayError('unauthorized', 'The token is wrong, or it was revoked.');
}

function checkPlace(client: KeptClient, address: string): void {
  if (mayComeFrom(client, address)) return;
  throw new OverlayError('forbidden', `The client ${client.name} may not come from ${address}.`);
}

function checkRight({ name, right: has }: KeptClient, right: RemoteRight): void {
  if (RemoteRight.options.indexOf(has) >= RemoteRight.options.indexOf(right)) return;
  throw new OverlayError('forbidden', `The client ${name} may ${has}, and this needs the right to ${right}.`);
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

/** A socket for both families tells an address of the older one as `::ffff:192.0.2.7`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function tooMany(seconds: number): OverlayError {
  const error = new OverlayError('too-many', `There were too many requests. Try again in ${seconds} s.`);
  error.retryAfter = seconds;
  return error;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A hash that was edited by hand has another length, and is that of no token. */
function hashBytes(hash: string): Buffer {
  const bytes = Buffer.alloc(32);
  Buffer.from(hash, 'hex').copy(bytes);
  return bytes;
}
