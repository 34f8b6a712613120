import { z } from 'zod';
import { type DataLink, DataMode, type LinkView } from '../../contract/desk-api/data-link.ts';
import { RowChoice } from '../../contract/desk-api/source.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import { same } from '../app/confirmed.ts';

export const KeptLink = z.object({ row: RowChoice, mode: DataMode, edited: z.array(z.string()) });
export type KeptLink = z.infer<typeof KeptLink>;

export class LinkRun {
  readonly link: DataLink;
  #row: RowChoice;
  #mode: DataMode;
  /** Fields edited by an operator since the row and the mode were chosen. */
  #edited: ReadonlySet<string>;
  /** The last applied value by field. Only differences are applied again. */
  #given = new Map<string, Value>();
  /** After a row change, apply only complete rows: values of two rows must never show together. */
  #isWhole = false;
  gaveAt = -Infinity;
  wasIn = false;
  item: ModelItem | undefined;
  fields: LinkView['fields'] = {};
  /** Cancels the next move to another row. */
  callOffRotation: () => void = () => {};

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

  get kept(): KeptLink {
    return { row: this.#row, mode: this.#mode, edited: this.edited };
  }

  /** Selects a row. Every field follows the data again, except the edited fields in `left`. */
  choose(row: RowChoice, left: readonly string[] = []): void {
    this.#isWhole ||= this.#given.size > 0 && !same(row, this.#row);
    this.#row = row;
    this.#edited = new Set(left);
    this.giveAgain();
  }

  setMode(mode: DataMode): void {
    this.#mode = mode;
    this.#edited = new Set();
    this.giveAgain();
  }

  /** Forgets the applied values, which may differ from the current field values. */
  giveAgain(): void {
    this.#given.clear();
  }

  /** Stops data for a field that an operator edited. Returns false if already stopped. */
  edit(field: string): boolean {
    if (!(field in this.link.fields) || this.#edited.has(field)) return false;
    this.#edited = new Set([...this.#edited, field]);
    return true;
  }

  /** Selects a row whose values a cue has already sent. */
  taken(row: RowChoice, values: Payload): void {
    this.choose(row);
    this.#isWhole = false;
    this.#given = new Map(Object.entries(values));
  }

  get hasDue(): boolean {
    return Object.keys(this.due).length > 0;
  }

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

  gave(values: Payload, at: number): void {
    for (const [field, value] of Object.entries(values)) this.#given.set(field, value);
    this.#isWhole = false;
    this.gaveAt = at;
  }
}
