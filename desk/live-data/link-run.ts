import { ownOf } from '../../contract/own.ts';
import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { type DataLink, DataMode, type LinkView } from '../../contract/desk-api/data-link.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { RowChoice } from '../../contract/desk-api/source.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import { otherValues, same } from '../app/confirmed.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parseAddress } from '../../contract/model/address.ts';

/** `editedOf`: the key of the row whose fields were edited; absent without a key. */
export const KeptLink = z.object({
  row: RowChoice,
  mode: DataMode,
  edited: z.array(z.string()),
  editedOf: z.string().optional(),
});
export type KeptLink = z.infer<typeof KeptLink>;

/** The press that put the present row on air, and the row on air before. */
interface RowPress {
  press: number;
  before: RowChoice;
}

export class LinkRun {
  readonly link: DataLink;
  #row: RowChoice;
  #mode: DataMode;
  /** Fields edited by an operator since the row and the mode were chosen. */
  #edited: ReadonlySet<string>;
  #editedOf: string | undefined;
  /** The last applied value by field. Only differences are applied again. */
  #given = new Map<string, Value>();
  /** The same, also while all is to be applied again. */
  #lastGiven = new Map<string, Value>();
  #givenOf: string | undefined;
  /** The hand that chose a row whose values are not given yet. */
  #chosenBy: Trigger | undefined;
  /** The row of the words that were given last: confirmed where they are on air. */
  #shown: RowChoice;
  #last: RowPress | undefined;
  /** The key of the row that `fields` are from. Undefined while it is not read, and for a source without keys. */
  identity: string | undefined;
  gaveAt = -Infinity;
  wasIn = false;
  onAir: Payload = {};
  item: ModelItem | undefined;
  fields: LinkView['fields'] = {};
  callOffRotation: () => void = () => {};

  constructor(link: DataLink, kept: KeptLink | undefined) {
    const { row, mode, edited, editedOf } = kept ?? { row: link.row, mode: link.mode, edited: [] };
    [this.link, this.#row, this.#shown, this.#mode] = [link, row, row, mode];
    [this.#edited, this.#editedOf] = [new Set(edited), editedOf];
  }

  get row(): RowChoice {
    return this.#row;
  }
  get mode(): DataMode {
    return this.#mode;
  }
  get edited(): string[] {
    return this.#isOther(this.#editedOf)
      ? []
      : [...this.#edited].filter((field) => Object.hasOwn(this.link.fields, field));
  }

  get kept(): KeptLink {
    const { edited } = this;
    const of = edited.length > 0 && this.#editedOf !== undefined && { editedOf: this.#editedOf };
    return { row: this.#row, mode: this.#mode, edited, ...of };
  }

  /** The changed link leaves words by hand alone. False if it would bring another row on air by itself. */
  goesOnAs({ source, row, mode }: DataLink): boolean {
    const isSameRow = mode !== 'live' || (this.#mode === 'live' && same(row, this.#row));
    return source === this.link.source && isSameRow;
  }

  copy(): LinkRun {
    const copy = new LinkRun(this.link, this.kept);
    [copy.#given, copy.#lastGiven] = [new Map(this.#given), new Map(this.#lastGiven)];
    [copy.#givenOf, copy.onAir] = [this.#givenOf, this.onAir];
    return copy;
  }

  /** A hand chose the row. Its values may be read later. */
  chooseBy(trigger: Trigger, row: RowChoice): void {
    this.choose(row);
    this.#chosenBy = trigger;
  }

  /** The hand whose row is given for the first time. */
  handToGive(): Trigger | undefined {
    const hand = this.#chosenBy;
    this.#chosenBy = undefined;
    return hand;
  }

  /** The values of the row are given: by a press of a hand, or by itself. */
  show(row: RowChoice, press?: number): void {
    if (press === undefined && same(row, this.#shown)) return;
    this.#last = press === undefined ? undefined : { press, before: this.#shown };
    this.#shown = row;
  }

  /** Goes back to the row before, if the undone press gave the present one. The undo `by` may be undone in turn. */
  undo(press: number, by: number): boolean {
    if (this.#last?.press !== press) return false;
    const { before } = this.#last;
    this.choose(before);
    this.show(before, by);
    return true;
  }

  choose(row: RowChoice): void {
    this.#chosenBy = undefined;
    this.#row = row;
    this.identity = undefined;
    this.#edited = new Set();
    this.giveAgain();
  }

  /** Only the way in which the present row is named changes. */
  name(row: RowChoice): void {
    this.#row = row;
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
    const { edited } = this;
    if (!Object.hasOwn(this.link.fields, field) || edited.includes(field)) return false;
    [this.#edited, this.#editedOf] = [new Set([...edited, field]), this.identity];
    return true;
  }

  /** Gives an edited field back to data, if it has the value again that data gave it. Returns whether it did. */
  release(field: string, value: Value | undefined): boolean {
    if (!this.edited.includes(field) || !same(this.#lastGiven.get(field), value)) return false;
    this.#edited = new Set(this.edited.filter((other) => other !== field));
    return true;
  }

  /** Selects a row whose values a cue has already sent. */
  taken(row: RowChoice, values: Payload): void {
    this.choose(row);
    this.show(row);
    this.#given = new Map(Object.entries(values));
    this.#lastGiven = new Map(this.#given);
    this.#givenOf = 'key' in row ? row.key : undefined;
  }

  isReplacedBy(payload: Payload): boolean {
    return otherValues(Object.fromEntries(this.#given), payload) !== undefined;
  }

  get hasDue(): boolean {
    return Object.keys(this.due).length > 0;
  }

  /**
   * The values to apply. Words of two rows must never show together, so a row is applied whole or not at all. Only a
   * key tells that a row is still the same, so only then the fields that can be read change alone.
   */
  get due(): Payload {
    if (this.#mode === 'hold') return {};
    const isSame = this.identity !== undefined && this.identity === this.#givenOf;
    if (!isSame && !this.#isWhole) return {};
    const isGiven = ([field, value]: [string, Value]): boolean =>
      same(value, this.#given.get(field)) && !this.#edited.has(field);
    return Object.fromEntries(this.#values.filter((one) => !isGiven(one)));
  }

  /** What comes In takes this along; nothing unless the mode is live. */
  get liveWords(): Payload {
    return this.#mode === 'live' && this.#isWhole ? Object.fromEntries(this.#values) : {};
  }

  get #linked(): string[] {
    const edited = new Set(this.edited);
    return Object.keys(this.link.fields).filter((field) => !edited.has(field));
  }

  get #values(): [string, Value][] {
    return this.#linked.flatMap((field): [string, Value][] => {
      const of = ownOf(this.fields, field);
      return of && 'value' in of ? [[field, of.value]] : [];
    });
  }

  /** False while a field on air still shows a word of the row before: its edit is not sent yet. */
  get #isWhole(): boolean {
    const isOld = (field: string): boolean => {
      const given = this.#lastGiven.get(field);
      return given !== undefined && this.#mode === 'live' && same(given, ownOf(this.onAir, field));
    };
    return this.#linked.every((field) => isReady(ownOf(this.fields, field))) && !this.edited.some(isOld);
  }

  gave(values: Payload, at: number): void {
    for (const kept of [this.#given, this.#lastGiven]) {
      for (const [field, value] of Object.entries(values)) kept.set(field, value);
    }
    this.#edited = new Set(this.edited);
    [this.#givenOf, this.gaveAt] = [this.identity, at];
  }

  /** An edit of another row is over, once the key tells that the row is another. */
  #isOther(key: string | undefined): boolean {
    return key !== undefined && this.identity !== undefined && key !== this.identity;
  }
}

function isReady(of: LinkView['fields'][string] | undefined): boolean {
  return of !== undefined && (!('problem' in of) || of.gone === true);
}

export interface RowsOfLink {
  name(): string;
  source: string;
  rows: number;
  /** The index of the link's current row, from 0; undefined if unknown. */
  place: number | undefined;
  /** The row at an index, chosen as the present row is: by index or by key. Undefined for an unknown or shared key. */
  rowAt(index: number): RowChoice | undefined;
}

/** Moves by this many rows and stops at the ends. Throws `press-refused` if already there. */
export function nextRow({ name, source, rows, place, rowAt }: RowsOfLink, by: number): RowChoice {
  if (rows === 0) throw new OverlayError('press-refused', texts.data.noRows(source));
  if (place === undefined) throw new OverlayError('press-refused', texts.data.nextUnknown(source));
  const next = Math.min(Math.max(place + by, 0), rows - 1);
  if (next !== place) {
    const row = rowAt(next);
    if (row) return row;
    throw new OverlayError('press-refused', texts.data.nextUnknown(source));
  }
  throw new OverlayError(
    'press-refused',
    by > 0 ? texts.data.atLastRow(name(), source) : texts.data.atFirstRow(name(), source),
  );
}

/** The next row, wrapping to the first; undefined if there is no other row. */
export function rotatedRow({ rows, place, rowAt }: RowsOfLink): RowChoice | undefined {
  return rows > 1 ? rowAt(place === undefined ? 0 : (place + 1) % rows) : undefined;
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

  /**
   * Applies edited links; a changed link restarts. Returns removed and new runs; `fresh`: the fields in which a run does
   * not go on with what the link did before.
   */
  fit(links: readonly DataLink[]): { gone: LinkRun[]; begun: { run: LinkRun; fresh: string[] }[] } {
    const byGraphic = new Map(links.map((link) => [link.subComposition, link]));
    // By value: a version of the show has other objects for the same links.
    const gone = this.all.filter(({ link }) => !same(link, byGraphic.get(link.subComposition)));
    for (const { link } of gone) this.#runs.delete(link.subComposition);
    const before = new Map(gone.map((run) => [run.link.subComposition, run]));
    const changed = links.filter(({ subComposition }) => !this.#runs.has(subComposition));
    const begun = changed.map((link) => {
      const old = before.get(link.subComposition);
      const goesOn = old?.goesOnAs(link) === true;
      const run = new LinkRun(link, goesOn ? { ...old.kept, row: link.row, mode: link.mode } : undefined);
      this.#runs.set(link.subComposition, run);
      const linked = goesOn ? old.link.fields : {};
      return { run, fresh: Object.keys(link.fields).filter((field) => !Object.hasOwn(linked, field)) };
    });
    this.#index();
    return { gone, begun };
  }

  get kept(): Record<string, KeptLink> {
    return Object.fromEntries([...this.#runs].map(([address, run]) => [address, run.kept]));
  }
}
