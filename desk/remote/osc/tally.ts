import type { DeskChange, DeskView, SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import { parseDestination } from '../../../contract/desk-api/osc.ts';
import type { ModelItem } from '../../../contract/model/control.ts';
import type { OscSender } from '../../osc-ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import { writeMessage } from './packet.ts';
import { tallyNames } from '../show-names.ts';

/** Milliseconds between two complete updates. */
const wholeEach = 10_000;
/** Milliseconds between two sends, and the maximum datagrams per send. */
const sendEach = 50;
const mostAtOnce = 200;

type Told = Pick<SubCompositionView, 'tally' | 'onAir'>;

export interface ToldDesk {
  watch(told: (change: DeskChange) => void): { state: Pick<DeskView, 'model'>; leave(): void };
  sub(address: string): Told | undefined;
}

/** Sent for removed sub-compositions, and for all at the end. */
const unknown: Told = { tally: 'UNKNOWN', onAir: 'unknown' };

/**
 * Sends each tally change soon and all every ten seconds, because datagrams may be lost. Reads the state when sending,
 * so it is never outdated.
 */
export class OscTally {
  readonly #clock: Clock;
  readonly #desk: ToldDesk;
  readonly #sender: OscSender;
  readonly #to: readonly { address: string; port: number }[];
  readonly #leave: () => void;
  #names: ReadonlyMap<string, string> = new Map();
  /** Changed addresses are sent first, then repeated ones. */
  readonly #changed = new Set<string>();
  readonly #again = new Set<string>();
  #callOffSend: (() => void) | undefined;
  #callOffWhole: () => void = () => {};

  constructor(destinations: readonly string[], by: { clock: Clock; sender: OscSender }, desk: ToldDesk) {
    [this.#clock, this.#desk] = [by.clock, desk];
    this.#to = destinations.flatMap((text) => parseDestination(text) ?? []);
    this.#sender = by.sender;
    const { state, leave } = desk.watch((change) => this.#onChange(change));
    this.#leave = leave;
    this.#names = tallyNames(state.model);
    this.#tellWhole();
  }

  /** Sends UNKNOWN for all and ends. Resolves when that is sent. */
  close(): Promise<void> {
    this.#leave();
    this.#callOffWhole();
    this.#callOffSend?.();
    for (const name of this.#names.values()) this.#send(name, unknown);
    return this.#sender.close();
  }

  #onChange({ model, subs }: DeskChange): void {
    if (model) this.#become(model);
    for (const address of Object.keys(subs ?? {})) if (this.#names.has(address)) this.#changed.add(address);
    this.#sendSoon();
  }

  /** Sends an update for removed and renamed sub-compositions. */
  #become(model: readonly ModelItem[]): void {
    const [before, now] = [this.#names, tallyNames(model)];
    const present = new Set(now.values());
    for (const name of before.values()) if (!present.has(name)) this.#send(name, unknown);
    for (const [address, name] of now) if (before.get(address) !== name) this.#changed.add(address);
    this.#names = now;
  }

  #tellWhole(): void {
    for (const address of this.#names.keys()) this.#again.add(address);
    this.#sendSoon();
    this.#callOffWhole = this.#clock.after(wholeEach, () => this.#tellWhole());
  }

  #sendSoon(): void {
    if (this.#changed.size + this.#again.size > 0) {
      this.#callOffSend ??= this.#clock.after(sendEach, () => this.#sendSome());
    }
  }

  #sendSome(): void {
    this.#callOffSend = undefined;
    const most = Math.max(1, Math.floor(mostAtOnce / (2 * this.#to.length)));
    for (const address of [...this.#changed, ...this.#again.difference(this.#changed)].slice(0, most)) {
      this.#changed.delete(address);
      this.#again.delete(address);
      const name = this.#names.get(address);
      if (name !== undefined) this.#send(name, this.#desk.sub(address) ?? unknown);
    }
    this.#sendSoon();
  }

  #send(name: string, { tally, onAir }: Told): void {
    this.#sendOne(`/overlay/tally/${name}`, tally);
    this.#sendOne(`/overlay/onair/${name}`, onAir === 'yes' ? 1 : 0);
  }

  #sendOne(address: string, value: string | number): void {
    const bytes = writeMessage(address, value);
    for (const to of this.#to) this.#sender.send(bytes, to);
  }
}
