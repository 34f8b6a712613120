import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { type DataLink, DataMode, type LinkView } from '../../contract/desk-api/data-link.ts';
import { RowChoice } from '../../contract/desk-api/source.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import { same } from '../app/confirmed.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parseAddress } from '../../contract/model/address.ts';

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
    [this.link, this.#row, this.#mode] = [link, row, mode];
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

export interface RowsOfLink {
  name: string;
  source: string;
  rows: number;
  /** The index of the link's current row, from 0; undefined if unknown. */
  place: number | undefined;
}

/** Moves by this many rows and stops at the ends. Throws `press-refused` if already there. */
export function nextRow({ name, source, rows, place }: RowsOfLink, by: number): RowChoice {
  if (rows === 0) throw new OverlayError('press-refused', texts.data.noRows(source));
  if (place === undefined) throw new OverlayError('press-refused', texts.data.nextUnknown(source));
  const next = Math.min(Math.max(place + by, 0), rows - 1);
  if (next !== place) return { index: next };
  throw new OverlayError(
    'press-refused',
    by > 0 ? texts.data.atLastRow(name, source) : texts.data.atFirstRow(name, source),
  );
}

/** The next row, wrapping to the first; undefined if there is no other row. */
export function rotatedRow({ rows, place }: Pick<RowsOfLink, 'rows' | 'place'>): RowChoice | undefined {
  return rows > 1 ? { index: place === undefined ? 0 : (place + 1) % rows } : undefined;
}

export class LinkRuns {
  readonly #runs = new Map<string, LinkRun>();
  #bySource: ReadonlyMap<string, readonly LinkRun[]> = new Map();
  #byApp: ReadonlyMap<string, ReadonlyMap<string, LinkRun>> = new Map();

  constructor(links: readonly DataLink[], kept: Readonly<Record<string, KeptLink>>) {
    for (const link of links) this.#runs.set(link.subComposition, new LinkRun(link, kept[link.subComposition]));
    this.#index();
  }

  get all(): LinkRun[] {
    return [...this.#runs.values()];
  }

  find(address: string): LinkRun | undefined {
    return this.#runs.get(address);
  }

  ofSource(source: string): readonly LinkRun[] {
    return this.#bySource.get(source) ?? [];
  }

  inApp(key: string): ReadonlyMap<string, LinkRun> {
    return this.#byApp.get(key) ?? new Map<string, LinkRun>();
  }

  #index(): void {
    this.#bySource = Map.groupBy(this.all, ({ link }) => link.source);
    const byApp = Map.groupBy(this.all, ({ link }) => parseAddress(link.subComposition).app);
    const byId = (runs: LinkRun[]) => new Map(runs.map((run) => [parseAddress(run.link.subComposition).id, run]));
    this.#byApp = new Map([...byApp].map(([key, runs]) => [key, byId(runs)]));
  }

  /** Applies edited links; a changed link restarts. Returns removed and new runs. */
  fit(links: readonly DataLink[]): { gone: LinkRun[]; begun: LinkRun[] } {
    const stay = new Set(links);
    const gone = this.all.filter(({ link }) => !stay.has(link));
    for (const { link } of gone) this.#runs.delete(link.subComposition);
    const begun = links.filter(({ subComposition }) => !this.#runs.has(subComposition));
    for (const link of begun) this.#runs.set(link.subComposition, new LinkRun(link, undefined));
    this.#index();
    return { gone, begun: begun.flatMap(({ subComposition }) => this.find(subComposition) ?? []) };
  }

  get kept(): Record<string, KeptLink> {
    return Object.fromEntries([...this.#runs].map(([address, run]) => [address, run.kept]));
  }
}
