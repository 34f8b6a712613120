import type { HidReport } from '../../contract/devices/driver.ts';
import { Deck } from '../hid/deck.ts';
import type { PictureOrder } from './picture-order.ts';

/** Cached pictures: some pages of a large deck. */
const mostKept = 512;

/** Draws pictures for Stream Decks and caches them, because states recur. */
export class OrderDrawing {
  readonly #decks = new Map<string, Deck>();
  readonly #drawn = new Map<string, HidReport[]>();
  #before: Promise<unknown> = Promise.resolve();

  /** Rejects for an unknown model. */
  draw(order: PictureOrder): Promise<HidReport[]> {
    const drawn = this.#before.then(() => this.#draw(order));
    // One at a time: parallel pictures would mix their reports.
    this.#before = drawn.catch(() => undefined);
    return drawn;
  }

  async #draw(order: PictureOrder): Promise<HidReport[]> {
    const key = JSON.stringify(order);
    const reports = this.#drawn.get(key) ?? (await this.#deckOf(order).picture(order.control, order.picture));
    this.#drawn.delete(key);
    this.#drawn.set(key, reports);
    const [oldest] = this.#drawn.keys();
    if (this.#drawn.size > mostKept && oldest !== undefined) this.#drawn.delete(oldest);
    return reports;
  }

  #deckOf({ usb }: PictureOrder): Deck {
    const key = `${usb.vendor}:${usb.product}`;
    const deck = this.#decks.get(key) ?? Deck.open(usb);
    if (!deck) throw new Error(`There is no Stream Deck with the numbers ${key}.`);
    this.#decks.set(key, deck);
    return deck;
  }
}
