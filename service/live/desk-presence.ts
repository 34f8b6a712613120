import { randomInt } from 'node:crypto';
import { parsedJson } from '../../contract/json-text.ts';
import { type DesksFrame, DeskMessage, type ToPages, mostHolds } from '../../contract/service-api/desk-presence.ts';
import { isLater } from '../../contract/service-api/latest-word.ts';
import { closeCodes, mostDeskMessages, silentAfter } from '../../contract/service-api/live-timing.ts';
import { perSecond, refused, type ReportRefusal } from './output-pages.ts';

interface PresentDesk {
  number: number;
  name: string;
  holds: Set<string>;
  /** Last message, in ms since the epoch. */
  lastSeen: number;
  maySend: (now: number) => boolean;
}

/**
 * The desks of a show and their holds; each sub-composition has at most one holder. Numbers start at random and are
 * never reused, so that desks recognise their earlier connections.
 */
export class DeskPresence<Key> {
  readonly #desks = new Map<Key, PresentDesk>();
  #last = randomInt(2 ** 40);
  #sent = '[]';
  #toPages: ToPages = {};

  open(key: Key, name: string, now: number): void {
    this.#last += 1;
    this.#desks.set(key, {
      number: this.#last,
      name,
      holds: new Set(),
      lastSeen: now,
      maySend: perSecond(mostDeskMessages, now),
    });
  }

  leave(key: Key): void {
    this.#desks.delete(key);
  }

  /** The latest of what desks said to pages; stays when the desk leaves. */
  get toPages(): ToPages {
    return this.#toPages;
  }

  has(key: Key): boolean {
    return this.#desks.has(key);
  }

  take(key: Key, text: string, now: number): ReportRefusal | undefined {
    const desk = this.#desks.get(key);
    if (!desk) return refused('Only a desk sends messages here.');
    if (!desk.maySend(now)) {
      return refused(`This desk sends more than ${mostDeskMessages} messages a second.`, closeCodes.tooManyReports);
    }
    const message = DeskMessage.safeParse(parsedJson(text));
    if (!message.success) return refused('This is not a message of a desk.');
    desk.lastSeen = now;
    return this.#carryOut(desk, message.data, now);
  }

  frameFor(key: Key, now: number): DesksFrame {
    const you = this.#desks.get(key)?.number ?? this.#last + 1;
    return { type: 'desks', now, you, desks: this.#present(now) };
  }

  hasChanged(now: number): boolean {
    const sent = JSON.stringify(this.#present(now));
    if (sent === this.#sent) return false;
    this.#sent = sent;
    return true;
  }

  #carryOut(desk: PresentDesk, message: DeskMessage, now: number): ReportRefusal | undefined {
    if (message.type === 'here') desk.name = message.name ?? desk.name;
    if (message.type === 'release') desk.holds.delete(message.id);
    if (message.type === 'active' && isLater(message, this.#toPages.active)) {
      this.#toPages = { ...this.#toPages, active: { side: message.side, at: message.at } };
    }
    if (message.type === 'draw') this.#toPages = { ...this.#toPages, draw: now };
    if (message.type !== 'hold') return undefined;
    const holder = this.#alive(now).find(({ holds }) => holds.has(message.id));
    if (holder && holder !== desk && !message.over) return undefined;
    if (desk.holds.size >= mostHolds && !desk.holds.has(message.id)) {
      return refused(`This desk holds more than ${mostHolds} sub-compositions.`);
    }
    for (const other of this.#desks.values()) other.holds.delete(message.id);
    desk.holds.add(message.id);
    return undefined;
  }

  #present(now: number): DesksFrame['desks'] {
    return this.#alive(now).map(({ number, name, holds }) => ({ desk: number, name, holds: [...holds] }));
  }

  #alive(now: number): PresentDesk[] {
    return [...this.#desks.values()].filter(({ lastSeen: said }) => now - said < silentAfter);
  }
}
