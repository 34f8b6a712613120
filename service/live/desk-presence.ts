import { parsedJson } from '../../contract/json-text.ts';
import { type DesksFrame, DeskSaying, mostHolds } from '../../contract/service-api/desk-presence.ts';
import { closeCodes, mostSayings, silentAfter } from '../../contract/service-api/live-channel.ts';
import type { ReportRefusal } from './output-pages.ts';
import { PerSecond } from './per-second.ts';

/** A desk with an open channel. */
interface Desk {
  number: number;
  name: string;
  holds: Set<string>;
  /** The time of its last report, in milliseconds since the epoch. */
  said: number;
  perSecond: PerSecond;
}

/**
 * The desks of one show, and what each of them holds. `Key` identifies a desk here. A sub-composition has at most one
 * holder. Numbers count up and are never reused.
 */
export class DeskPresence<Key> {
  readonly #desks = new Map<Key, Desk>();
  #last = 0;
  #told = '[]';

  /** Adds a desk that opened its channel. */
  open(key: Key, name: string, now: number): void {
    this.#last += 1;
    this.#desks.set(key, {
      number: this.#last,
      name,
      holds: new Set(),
      said: now,
      perSecond: new PerSecond(mostSayings, now),
    });
  }

  /** Removes a desk and everything it holds. */
  leave(key: Key): void {
    this.#desks.delete(key);
  }

  /** Whether the key belongs to a desk. */
  has(key: Key): boolean {
    return this.#desks.has(key);
  }

  /** Takes a report from a desk. Gives why the report is refused; undefined if it is accepted. */
  take(key: Key, text: string, now: number): ReportRefusal | undefined {
    const desk = this.#desks.get(key);
    if (!desk) return { code: closeCodes.reportRefused, reason: 'Only a desk says anything here.' };
    if (!desk.perSecond.allows(now)) {
      return { code: closeCodes.tooManyReports, reason: `This desk says more than ${mostSayings} things a second.` };
    }
    const saying = DeskSaying.safeParse(parsedJson(text));
    if (!saying.success) return { code: closeCodes.reportRefused, reason: 'This is nothing that a desk says.' };
    desk.said = now;
    return this.#carryOut(desk, saying.data, now);
  }

  /** The frame with all desks, for the desk with this key. */
  told(key: Key, now: number): DesksFrame {
    const you = this.#desks.get(key)?.number ?? this.#last + 1;
    return { type: 'desks', now, you, desks: this.#present(now) };
  }

  /** Whether the desks, or what they hold, have changed since the last call. */
  isNews(now: number): boolean {
    const told = JSON.stringify(this.#present(now));
    if (told === this.#told) return false;
    this.#told = told;
    return true;
  }

  #carryOut(desk: Desk, saying: DeskSaying, now: number): ReportRefusal | undefined {
    if (saying.type === 'here') desk.name = saying.name ?? desk.name;
    if (saying.type === 'release') desk.holds.delete(saying.id);
    if (saying.type !== 'hold') return undefined;
    const holder = this.#alive(now).find(({ holds }) => holds.has(saying.id));
    if (holder && holder !== desk && !saying.over) return undefined;
    if (desk.holds.size >= mostHolds && !desk.holds.has(saying.id)) {
      return { code: closeCodes.reportRefused, reason: `This desk holds more than ${mostHolds} sub-compositions.` };
    }
    // A silent desk may come back. What another desk has taken by then stays with that desk.
    for (const other of this.#desks.values()) other.holds.delete(saying.id);
    desk.holds.add(saying.id);
    return undefined;
  }

  #present(now: number): DesksFrame['desks'] {
    return this.#alive(now).map(({ number, name, holds }) => ({ desk: number, name, holds: [...holds] }));
  }

  #alive(now: number): Desk[] {
    return [...this.#desks.values()].filter(({ said }) => now - said < silentAfter);
  }
}
