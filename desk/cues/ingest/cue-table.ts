import { texts } from '../../../contract/texts/texts.ts';
import { captions } from '../../../contract/words/words.ts';
import { timerCommands } from '../../../contract/actions/time.ts';
import type { CueTarget } from '../../../contract/desk-api/cue.ts';
import {
  type ColumnNames,
  type IngestProblem,
  type IngestReport,
  mostIngested,
} from '../../../contract/desk-api/ingest.ts';
import type { ModelItem } from '../../../contract/model/control.ts';
import { ownOf } from '../../../contract/own.ts';
import { distinctTitles, type Field, type Payload } from '../../../contract/model/field.ts';
import { isLostMedia } from '../../../contract/model/media-address.ts';
import { typedClock } from '../../../contract/model/typed-time.ts';
import { writtenValue } from '../../../contract/model/written-value.ts';
import type { Misfit } from '../../live-data/tables/data-limits.ts';
import { cueColumn, ownMembers, stepTimes, type WrittenRow } from './cue-columns.ts';
import type { FiledCue, FiledGroup } from './filed-cues.ts';

/** `row` counts as a spreadsheet does. */
export interface TableRow {
  row: number;
  cells: Readonly<Record<string, string>>;
}

export interface ReadFile {
  columns: IngestReport['columns'];
  groups: FiledGroup[];
  problems: IngestProblem[];
}

interface CueTableOf {
  /** Names the file. */
  from: string;
  /** All sub-compositions of the show. */
  subs: readonly ModelItem[];
  /** The names that columns go by. */
  names: ColumnNames;
  /** Whether live data fills the field: words of a cue stop it. */
  isLinked(subComposition: string, field: string): boolean;
}

interface FilledTarget extends Pick<CueTarget, 'commands'> {
  sub: ModelItem;
  values: Payload;
}

/** Sample cells per column, and characters of each. */
const mostValues = 3;
const longestValue = 60;
/** The types of fields that an empty cell empties. */
const emptied: readonly Field['type'][] = ['text', 'textarea', 'image'];

/**
 * Reads cues from a table. A row without number, id and name adds a target to the cue above.
 */
export class CueTable {
  readonly #from: string;
  readonly #columns: readonly string[];
  readonly #named: NamedSubs;
  readonly #names: ColumnNames;
  readonly #isLinked: CueTableOf['isLinked'];
  readonly #fields = new Map<string, Set<string>>();
  /** By column, the cells that empty a field. */
  readonly #emptied = new Map<string, number>();
  /** In the order of the rows, so a group's name can come again. */
  readonly #groups: FiledGroup[] = [];
  /** By id, else number, else name of a cue, its row. */
  readonly #rows = new Map<string, number>();
  readonly #problems: IngestProblem[] = [];
  readonly #misfits = new Map<number, string>();
  readonly #cells = new Map<string, { values: string[]; more: number }>();
  #last: FiledCue | undefined;

  constructor(columns: readonly string[], { from, subs, names, isLinked }: CueTableOf) {
    [this.#from, this.#columns, this.#names, this.#isLinked] = [from, columns, names, isLinked];
    this.#named = new NamedSubs(subs);
  }

  /** Rows that do not fit the header. Other problems in these rows are consequences. */
  misfit(misfits: readonly Misfit[]): void {
    for (const { row, text } of misfits) this.#misfits.set(row, text);
  }

  add(rows: readonly TableRow[]): void {
    for (const row of rows) this.#add(row);
  }

  get read(): ReadFile {
    return {
      columns: this.#columns.map((name) => {
        return { name, as: this.#meaning(name), ...(this.#cells.get(name) ?? { values: [], more: 0 }) };
      }),
      groups: this.#groups,
      problems: this.#inOrder,
    };
  }

  get #inOrder(): IngestProblem[] {
    const others = this.#problems.filter(({ row }) => row === null || !this.#misfits.has(row));
    const all = [...[...this.#misfits].map(([row, text]) => ({ row, text })), ...others];
    return all.sort((one, other) => (one.row ?? 0) - (other.row ?? 0));
  }

  #keepCell(column: string, text: string): void {
    const cells = this.#cells.get(column) ?? { values: [], more: 0 };
    if (cells.values.length < mostValues) cells.values.push(text.slice(0, longestValue));
    else cells.more += 1;
    this.#cells.set(column, cells);
  }

  #meaning(column: string): string {
    const known = cueColumn(this.#nameOf(column));
    if (known) return known.as;
    const fields = [...(this.#fields.get(column) ?? [])];
    if (fields.length === 0) return '';
    const cells = this.#emptied.get(column);
    const as = texts.ingest.fields(fields);
    return cells === undefined ? as : texts.ingest.emptied(as, cells);
  }

  #nameOf(column: string): string {
    return ownOf(this.#names, column) ?? column;
  }

  #add({ row, cells }: TableRow): void {
    const written: WrittenRow = {};
    const others: [column: string, text: string][] = [];
    const empty: string[] = [];
    const filled = new Set<string>();
    for (const [column, cell] of Object.entries(cells)) {
      const text = cell.trim();
      if (text === '') empty.push(column);
      if (text === '') continue;
      this.#keepCell(column, text);
      const name = this.#nameOf(column);
      if (name === '') continue;
      const known = cueColumn(name);
      const expected = known?.read(text, written);
      if (expected !== undefined)
        this.#wrong(row, texts.ingest.expected(column, expected, JSON.stringify(text.slice(0, 60))));
      if (known && filled.has(known.as)) this.#wrong(row, texts.ingest.twice(column, known.as));
      if (known) filled.add(known.as);
      else others.push([column, cell]);
    }
    const target = this.#target(row, written, others);
    if (target?.state === 'In') this.#readEmpty(empty, target);
    const addsToLast = written.id === undefined && written.number === undefined && written.name === undefined;
    if (addsToLast && this.#last) this.#addTo(this.#last, row, { written, target });
    else this.#begin(row, written, target);
  }

  #begin(row: number, written: WrittenRow, target: CueTarget | undefined): void {
    const { id, number } = written;
    const what = id === undefined ? (number === undefined ? 'name' : 'number') : 'id';
    const own = `${what} ${written[what] ?? ''}`;
    const before = this.#rows.get(own);
    if (before !== undefined) return this.#wrong(row, texts.ingest.sameAs(before, what));
    if (this.#rows.size >= mostIngested) return this.#tooMany(row);
    this.#rows.set(own, row);
    const steps = [{ targets: target ? [target] : [], ...stepTimes(written) }];
    this.#last = { id, ...ownMembers(written), from: this.#from, steps };
    // Merged cells name a group in its first row only.
    const { group = this.#groups.at(-1)?.name ?? '' } = written;
    if (this.#groups.at(-1)?.name !== group) this.#groups.push({ name: group, cues: [] });
    this.#groups.at(-1)?.cues.push(this.#last);
  }

  #addTo(
    cue: FiledCue,
    row: number,
    { written, target }: { written: WrittenRow; target: CueTarget | undefined },
  ): void {
    const own = (['delay', 'duration', 'follow', 'after', 'planned'] as const).find(
      (name) => written[name] !== undefined,
    );
    const { group = '' } = written;
    const isOther = group !== '' && group !== this.#groups.at(-1)?.name;
    if (own || isOther) return this.#wrong(row, texts.ingest.partsAlone);
    const [step] = cue.steps;
    if (!target || !step) return;
    if (step.targets.some(({ subComposition }) => subComposition === target.subComposition)) {
      return this.#wrong(row, texts.ingest.namedAlready(target.name));
    }
    step.targets.push(target);
  }

  #target(
    row: number,
    { subComposition: named, state, action = 'play' }: WrittenRow,
    cells: [string, string][],
  ): CueTarget | undefined {
    if (named === undefined) {
      const [first] = cells;
      if (first) this.#wrong(row, texts.ingest.noGraphicFor(first[0]));
      return undefined;
    }
    const sub = this.#named.find(named);
    if (typeof sub === 'string') {
      this.#wrong(row, sub);
      return undefined;
    }
    const values: Payload = {};
    const commands: CueTarget['commands'] = {};
    for (const cell of cells) this.#readField(row, cell, { sub, values, commands });
    const to = state === undefined && sub.state !== undefined ? 'In' : state;
    return { subComposition: sub.id, name: sub.name, ...(to && { state: to }), action, values, commands };
  }

  #readField(row: number, [column, text]: [string, string], { sub, ...filled }: FilledTarget): void {
    const [field, ...more] = fieldsOf(sub, this.#nameOf(column));
    if (!field) return this.#wrong(row, texts.ingest.noSuchField(column, sub.name));
    if (more.length > 0) {
      const ids = [field, ...more].map(({ id }) => id).join(texts.ingest.or);
      return this.#wrong(row, texts.ingest.severalFields(column, sub.name, ids));
    }
    this.#note(column, field);
    if (Object.hasOwn({ ...filled.values, ...filled.commands }, field.id)) {
      return this.#wrong(row, texts.ingest.twice(column, texts.ingest.fields([field.title || field.id])));
    }
    const wrong = readCell(field, text, filled);
    if (wrong !== undefined) this.#wrong(row, `${column}: ${wrong}`);
  }

  /** No words or picture of the cue before stay on air. A row without any words leaves its graphic to live data. */
  #readEmpty(columns: readonly string[], target: CueTarget): void {
    const sub = this.#named.find(target.subComposition);
    if (typeof sub === 'string') return;
    const words = sub.model.filter(({ type }) => emptied.includes(type));
    const isOfData = !words.some(({ id }) => Object.hasOwn(target.values, id));
    for (const column of columns) {
      const name = this.#nameOf(column);
      const [field, ...more] = name === '' || cueColumn(name) ? [] : fieldsOf(sub, name);
      if (!field || more.length > 0 || !emptied.includes(field.type) || Object.hasOwn(target.values, field.id))
        continue;
      if (isOfData && this.#isLinked(sub.id, field.id)) continue;
      target.values[field.id] = '';
      this.#note(column, field);
      this.#emptied.set(column, (this.#emptied.get(column) ?? 0) + 1);
    }
  }

  #note(column: string, field: Field): void {
    const called = this.#fields.get(column) ?? new Set<string>();
    this.#fields.set(column, called.add(field.title || field.id));
  }

  #tooMany(row: number): void {
    const text = texts.ingest.tooMany(mostIngested);
    if (!this.#problems.some((problem) => problem.text === text)) this.#problems.push({ row, text });
  }

  #wrong(row: number, text: string): void {
    this.#problems.push({ row, text });
  }
}

function readCell(field: Field, text: string, { values, commands }: Omit<FilledTarget, 'sub'>): string | undefined {
  const plain = text.trim().toLowerCase();
  if (field.type === 'button') {
    if (!['x', 'yes', 'press', 'execute', '1'].includes(plain)) return texts.ingest.button;
    commands[field.id] = 'execute';
    return undefined;
  }
  if (field.type === 'timecontrol') {
    const time = plain.replace(/ pause$/, '');
    const isTime = typedClock(time) !== undefined;
    const words = captions.timerCommands;
    const isCalled = (one: keyof typeof words): boolean => [one, plainName(words[one])].includes(plain);
    const command = isTime ? (time === plain ? 'play' : 'pause') : timerCommands.find(isCalled);
    if (!command) return texts.ingest.timer(Object.values(words).join(', '));
    if (isTime) values[field.id] = time;
    commands[field.id] = command;
    return undefined;
  }
  const value = writtenValue(field, text);
  if (!value.ok) return value.problem;
  if (isLostMedia(field, value.value)) return texts.ingest.lostMedia(value.value);
  values[field.id] = value.value;
  return undefined;
}

/**
 * A column names a field by id or title; `Lower Third.Name` only for that sub-composition. Several fields have the title
 * in common.
 */
function fieldsOf(sub: ModelItem, column: string): readonly Field[] {
  const prefix = `${plainName(sub.name)}.`;
  const plain = plainName(column);
  const name = plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
  const titled = sub.model.flatMap(({ id, title }) => (plainName(title) === name ? [id] : []));
  const fields = distinctTitles(sub.model);
  const ways = [
    fields.filter(({ id }) => id === column),
    fields.filter(({ id }) => titled.includes(id)),
    fields.filter(({ id, title }) => [id, title].some((one) => plainName(one) === name)),
  ];
  return ways.find(({ length }) => length > 0) ?? [];
}

/** Finds sub-compositions by address or by unique name. */
export class NamedSubs {
  readonly #byName: ReadonlyMap<string, readonly ModelItem[]>;
  readonly #byAddress: ReadonlyMap<string, ModelItem>;

  constructor(subs: readonly ModelItem[]) {
    this.#byAddress = new Map(subs.map((sub) => [sub.id, sub]));
    this.#byName = Map.groupBy(subs, ({ name }) => plainName(name));
  }

  find(named: string): ModelItem | string {
    const at = this.#byAddress.get(named);
    if (at) return at;
    const [first, ...more] = this.#byName.get(plainName(named)) ?? [];
    if (!first) return texts.ingest.noGraphic(named);
    if (more.length === 0) return first;
    const all = [first, ...more].map(({ id }) => id).join(texts.ingest.or);
    return texts.ingest.severalGraphics(more.length + 1, named, all);
  }
}

function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
