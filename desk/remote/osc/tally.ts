import type { DeskChange, DeskView, SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import { parseDestination } from '../../../contract/desk-api/osc.ts';
import type { ModelItem } from '../../../contract/model/control.ts';
import type { OscSender } from '../../osc-ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import { type OscArgument, writePacket } from './packet.ts';
import { tallyNames } from './show-names.ts';

/** Milliseconds between two times that the whole is told. */
const wholeEach = 10_000;
/** Milliseconds between two sendings, and the datagrams of each at most. */
const sendEach = 50;
const mostAtOnce = 200;

/** What is told of a sub-composition. */
type Told = Pick<SubCompositionView, 'tally' | 'onAir'>;

/** What is told of one that is gone, or of all when nobody tells them any more. */
const unknown: Told = { tally: 'UNKNOWN', onAir: 'unknown' };

export interface OscTallyPorts {
  clock: Pick<Clock, 'after'>;
  openSender(): OscSender;
  /** The present state, and what changes from now on. */
  watch(told: (change: DeskChange) => void): { state: Pick<DeskView, 'model'>; leave(): void };
  /** What is known of a sub-composition now; undefined if it is gone. */
  sub(address: string): Told | undefined;
}

/**
 * Tells destinations what is on air: each change soon, and all of it every ten seconds, because a datagram may be lost. What is
 * told is read when it is sent, so that it is never older than that.
 */
export class OscTally {
  readonly #ports: OscTallyPorts;
  readonly #sender: OscSender;
  readonly #to: readonly { address: string; port: number }[];
  readonly #leave: () => void;
  /** By the address of each sub-composition, what stands for it. */
  #names: ReadonlyMap<string, string> = new Map();
  /** The addresses that changed, and those that are told again. Changes go first. */
  readonly #changed = new Set<string>();
  readonly #again = new Set<string>();
  #callOffSend: (() => void) | undefined;
  #callOffWhole: () => void = () => {};

  /** Begins to tell these destinations, of which there is at least one. */
  constructor(destinations: readonly string[], ports: OscTallyPorts) {
    this.#ports = ports;
    this.#to = destinations.flatMap((text) => parseDestination(text) ?? []);
    this.#sender = ports.openSender();
    const { state, leave } = ports.watch((change) => this.#onChange(change));
    this.#leave = leave;
    this.#names = tallyNames(state.model);
    this.#tellWhole();
  }

  /** Tells that nothing is known from now on, and ends. Resolves when that is on its way. */
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

  /** The show is another one: what is gone, or called otherwise now, is told once more. */
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
    this.#callOffWhole = this.#ports.clock.after(wholeEach, () => this.#tellWhole());
  }

  #sendSoon(): void {
    if (this.#changed.size + this.#again.size > 0) {
      this.#callOffSend ??= this.#ports.clock.after(sendEach, () => this.#sendSome());
    }
  }

  #sendSome(): void {
    this.#callOffSend = undefined;
    const most = Math.max(1, Math.floor(mostAtOnce / (2 * this.#to.length)));
    for (const address of [...this.#changed, ...this.#again.difference(this.#changed)].slice(0, most)) {
      this.#changed.delete(address);
      this.#again.delete(address);
      const name = this.#names.get(address);
      if (name !== undefined) this.#send(name, this.#ports.sub(address) ?? unknown);
    }
    this.#sendSoon();
  }

  #send(name: string, { tally, onAir }: Told): void {
    this.#sendOne(`/overlay/tally/${name}`, { type: 's', value: tally });
    this.#sendOne(`/overlay/onair/${name}`, { type: 'i', value: onAir === 'yes' ? 1 : 0 });
  }

  #sendOne(address: string, value: OscArgument): void {
    const bytes = writePacket({ address, arguments: [value] });
    for (const to of this.#to) this.#sender.send(bytes, to);
  }
}
