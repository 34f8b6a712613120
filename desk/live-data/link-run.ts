import { z } from 'zod';
import { type DataLink, DataMode, type LinkView } from '../../contract/desk-api/data-link.ts';
import { RowChoice } from '../../contract/desk-api/source.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import { same } from '../app/confirmed.ts';

/** Where a link stands, as it is kept for the next start. */
export const KeptLink = z.object({ row: RowChoice, mode: DataMode, edited: z.array(z.string()) });
export type KeptLink = z.infer<typeof KeptLink>;

/** One link at work: which row it is at, and what it gave to the fields of its sub-composition. */
export class LinkRun {
  readonly link: DataLink;
  #row: RowChoice;
  #mode: DataMode;
  /** The fields that an operator edited since the row and the mode were chosen. */
  #edited: ReadonlySet<string>;
  /** By field, what it gave last. Only what differs from that is given again. */
  #given = new Map<string, Value>();
  /** The row was changed for another one, which counts only as a whole: two rows must never show at once. */
  #isWhole = false;
  /** When it last gave anything, by the monotonic clock. */
  gaveAt = -Infinity;
  /** Whether its sub-composition was confirmed In when it was last looked at, and its model then. */
  wasIn = false;
  item: ModelItem | undefined;
  /** What each field gets, as far as it was read. */
  fields: LinkView['fields'] = {};

  constructor(link: DataLink, kept: KeptLink | undefined) {
    const { row, mode, edited } = kept ?? { row: link.row, mode: link.mode, edited: [] };
    this.link = link;
    this.#row = row;
    this.#mode = mode;
    this.#edited = new Set(edited);
  }

  get row(): RowChoice {
    return this.#row;
  }
  get mode(): DataMode {
    return this.#mode;
  }
  get edited(): string[] {
    return [...this.#edited].filter((field) => field in this.link.fields);
  }

  /** What to keep for the next start. */
  get kept(): KeptLink {
    return { row: this.#row, mode: this.#mode, edited: this.edited };
  }

  /** Goes to a row. Every field follows the data again but those that are `left` as an operator edited them. */
  choose(row: RowChoice, left: readonly string[] = []): void {
    this.#isWhole ||= this.#given.size > 0 && !same(row, this.#row);
    this.#row = row;
    this.#edited = new Set(left);
    this.giveAgain();
  }

  /** Chooses what the data does. Every field follows it again. */
  setMode(mode: DataMode): void {
    this.#mode = mode;
    this.#edited = new Set();
    this.giveAgain();
  }

  /** What was given before says nothing of what the fields have now. */
  giveAgain(): void {
    this.#given.clear();
  }

  /** An operator edited a field, which keeps that from now on. Returns whether that is new. */
  edit(field: string): boolean {
    if (!(field in this.link.fields) || this.#edited.has(field)) return false;
    this.#edited = new Set([...this.#edited, field]);
    return true;
  }

  /** Goes to a row whose values a cue has sent. */
  taken(row: RowChoice, values: Payload): void {
    this.choose(row);
    this.#isWhole = false;
    this.#given = new Map(Object.entries(values));
  }

  get hasDue(): boolean {
    return Object.keys(this.due).length > 0;
  }

  /** What its fields should get now and were not given yet. */
  get due(): Payload {
    if (this.#mode === 'hold') return {};
    const isRead = Object.keys(this.link.fields).every((field) => 'value' in (this.fields[field] ?? {}));
    if (this.#isWhole && !isRead) return {};
    const due = Object.entries(this.fields).flatMap(([field, of]): [string, Value][] => {
      if (!('value' in of) || this.#edited.has(field) || same(of.value, this.#given.get(field))) return [];
      return [[field, of.value]];
    });
    return Object.fromEntries(due);
  }

  /** These were given. */
  gave(values: Payload, at: number): void {
    for (const [field, value] of Object.entries(values)) this.#given.set(field, value);
    this.#isWhole = false;
    this.gaveAt = at;
  }
}
