import { texts } from '../../../contract/texts/texts.ts';
import { OverlayError, type KnownError } from '../../../contract/errors.ts';
import type { Cause } from '../../app/presses.ts';
import type { Pressed } from '../../operate/carry-out.ts';
import type { Sent } from '../../operate/sent.ts';
import type { OpenedConnection, OscHandlers } from '../../osc-ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import { Allowance } from '../allowance.ts';
import { type Admission, type MayStay, plainAddress, type RemoteClients } from '../remote-clients.ts';
import { Arguments, actionOf, addressRoot, messageAt } from './arguments.ts';
import { OscConnection } from './connection.ts';
import { LengthFrames, SlipFrames } from './frames.ts';
import { OscMalformed, type OscMessage, type OscPacket, readPacket } from './packet.ts';
import type { OscRefusal, OscRefusals } from './refusals.ts';
import { type NamedShow, ShowNames } from '../show-names.ts';
import { tooOld } from '../../../contract/link/link.ts';

/** Rate limits for packets, per address (before parsing) and in total; separate for UDP and TCP. */
const ofOne = { atOnce: 1_000, eachSecond: 500 };
const ofAll = { atOnce: 4_000, eachSecond: 2_000 };
const mostConnections = 64;
const mostOfOne = 16;

const tokenAddress = `${addressRoot}token`;

interface OscOrigin {
  address: string;
  over: 'udp' | 'tcp';
  connection?: OscConnection;
}

export interface PressedDesk {
  knownError: KnownError;
  /** Throws if nothing was sent. */
  carryOut(pressed: Pressed, cause: Cause): Sent[];
  show(): NamedShow;
}

/** Decides whether to carry out each packet. Never throws. */
export class OscInput {
  readonly #clock: Clock;
  readonly #clients: RemoteClients;
  readonly #refusals: OscRefusals;
  readonly #desk: PressedDesk;
  readonly #each: Allowance;
  readonly #all: Allowance;
  readonly #open = new Set<OscConnection>();

  constructor(clock: Clock, gate: { clients: RemoteClients; refusals: OscRefusals }, desk: PressedDesk) {
    [this.#clock, this.#clients, this.#refusals, this.#desk] = [clock, gate.clients, gate.refusals, desk];
    this.#each = new Allowance(clock, ofOne);
    this.#all = new Allowance(clock, ofAll);
  }

  handlers(tcp: 'off' | 'slip' | 'length'): OscHandlers {
    return {
      datagram: (bytes, from) => this.#packet(bytes, { address: plainAddress(from), over: 'udp' }),
      ...(tcp !== 'off' && { connection: (opened: OpenedConnection) => this.#connected(opened, tcp) }),
    };
  }

  /** Ends the connections of a client, except those in `mayStay`. */
  closeClient(client: string, mayStay: MayStay): void {
    for (const one of this.#open) if (one.client === client && !mayStay(one.address)) one.end();
  }

  #connected({ address: from, end }: OpenedConnection, tcp: 'slip' | 'length'): OscConnection | undefined {
    const address = plainAddress(from);
    const ofAddress = [...this.#open].filter((one) => one.address === address).length;
    if (this.#open.size >= mostConnections || ofAddress >= mostOfOne) {
      this.#refuse({ address, over: 'tcp' }, texts.osc.tooManyConnections);
      return undefined;
    }
    const connection: OscConnection = new OscConnection({
      address,
      end,
      clock: this.#clock,
      frames: tcp === 'slip' ? new SlipFrames() : new LengthFrames(),
      packet: (bytes) => this.#packet(bytes, { address, over: 'tcp', connection }),
      refuse: (reason) => this.#refuse({ address, over: 'tcp' }, reason),
      ended: () => this.#open.delete(connection),
    });
    this.#open.add(connection);
    return connection;
  }

  #packet(bytes: Uint8Array, source: OscOrigin): void {
    const { address, over } = source;
    // Separate for UDP, where senders can forge addresses and must not block TCP.
    if (!this.#each.tryTake(`${over} ${address}`) || !this.#all.tryTake(over)) {
      return this.#refuse(source, texts.osc.tooManyPackets);
    }
    try {
      this.#element(readPacket(bytes), [], source);
    } catch (thrown) {
      // A packet is carried out only after it is fully parsed.
      const { message } = thrown instanceof OscMalformed ? thrown : this.#desk.knownError(thrown);
      this.#refuse(source, message);
    }
  }

  /** Returns false after a wrong token, so that the rest of the packet is skipped. */
  #element(packet: OscPacket, timetags: readonly bigint[], source: OscOrigin): boolean {
    if ('address' in packet) return this.#message(packet, timingOf(timetags, this.#clock.now()), source);
    return packet.elements.every((element) => this.#element(element, [...timetags, packet.timetag], source));
  }

  #message(message: OscMessage, timing: OscTiming, source: OscOrigin): boolean {
    try {
      this.#carryOut(message, timing, source);
      return true;
    } catch (thrown) {
      const { code, message: reason } = this.#desk.knownError(thrown);
      this.#refuse(source, reason, message.address);
      if (code === 'unauthorized') source.connection?.end();
      return code !== 'unauthorized' && code !== 'forbidden';
    }
  }

  #carryOut(message: OscMessage, timing: OscTiming, source: OscOrigin): void {
    const given = new Arguments(message.arguments);
    if (message.address === tokenAddress) return this.#keepToken(given, source);
    const read = messageAt(message.address);
    const kept = source.connection?.token;
    // A client may keep sending its token with each message.
    if (kept !== undefined) given.skip(kept);
    const token = kept ?? given.textIfAny();
    const isPanic = message.address === `${addressRoot}panic`;
    const client = this.#admit(token, { right: 'fire', isPanic }, source);
    source.connection?.letIn(client.id);
    const action = actionOf(read, given, new ShowNames(this.#desk.show()));
    const refused = untimely(timing);
    // A late panic is better than none.
    if (refused && action?.do !== 'panic') throw refused;
    if (!action) return;
    this.#clients.checkTrigger(client, action);
    this.#desk.carryOut({ action }, { trigger: { kind: 'api', detail: client.name }, age: Math.max(0, timing.age) });
  }

  #keepToken(given: Arguments, source: OscOrigin): void {
    const { connection } = source;
    if (!connection) throw new OverlayError('call-invalid', texts.osc.tokenFirst);
    const token = given.text(texts.osc.theToken);
    const { id } = this.#admit(token, { right: 'watch' }, source);
    connection.letIn(id);
    connection.token = token;
  }

  #admit(token: string | undefined, asked: Pick<Admission, 'right' | 'isPanic'>, { address, over }: OscOrigin) {
    if (token === undefined) throw new OverlayError('unauthorized', texts.osc.firstIsNoToken);
    return this.#clients.admit({ token, address, over, ...asked });
  }

  #refuse({ address: from, over }: OscOrigin, reason: string, at?: string): void {
    this.#refusals.tell({ from, over, reason, at } satisfies OscRefusal);
  }
}

/** Undefined if the message is timely. */
function untimely({ age, refused }: OscTiming): OverlayError | undefined {
  const seconds = (Math.abs(age) / 1_000).toFixed(1);
  if (refused === 'late') return new OverlayError('press-late', texts.osc.bundleOld(seconds));
  if (refused === 'early') return new OverlayError('press-refused', texts.osc.bundleLater(seconds));
  return undefined;
}

export const immediately = 1n;

/** Milliseconds from 1900 (NTP epoch) to 1970. */
const to1970 = 2_208_988_800_000;
/** Milliseconds after which NTP seconds wrap; next in 2036. */
const era = 2 ** 32 * 1_000;
/** Tolerated clock difference (ms) between two machines. */
const clocksApart = 250;

/** Age in ms, negative for the future. Assumes the NTP era closest to `now`. */
export function ageOf(timetag: bigint, now: number): number {
  const age = now + to1970 - (Number(timetag) / 2 ** 32) * 1_000;
  return age - Math.round(age / era) * era;
}

interface OscTiming {
  /** Milliseconds; 0 if unknown, or if the sender's clock is slightly ahead. */
  age: number;
  refused: 'late' | 'early' | '';
}

export function timingOf(timetags: readonly bigint[], now: number): OscTiming {
  const ages = timetags.filter((timetag) => timetag !== immediately).map((timetag) => ageOf(timetag, now));
  const [oldest, newest] = [Math.max(0, ...ages), Math.min(0, ...ages)];
  if (newest < -clocksApart) return { age: newest, refused: 'early' };
  return { age: oldest, refused: oldest >= tooOld ? 'late' : '' };
}
