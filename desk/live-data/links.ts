import { dropReplaced } from './replaced-edits.ts';
import { same } from '../app/confirmed.ts';
import { ownOf } from '../../contract/own.ts';
import { texts } from '../../contract/texts/texts.ts';
import type { DataLink, LinkView } from '../../contract/desk-api/data-link.ts';
import type { ReadCell, RowChoice } from '../../contract/desk-api/source.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import type { OpenApp } from '../app/open-app.ts';
import { type Cause, onScreen } from '../app/presses.ts';
import type { Actions, Requests } from '../operate/actions.ts';
import type { ActionOf } from '../../contract/actions/actions.ts';
import { type Sent, unlessRefused } from '../operate/sent.ts';
import { keptRecord } from '../screens/kept-record.ts';
import type { CueTarget } from '../../contract/desk-api/cue.ts';
import type { Ground } from '../ground.ts';
import { isFollowing, isOut, LinkGiving } from './link-giving.ts';
import { nextRow, rotatedRow, type RowsOfLink, KeptLink, type LinkRun, LinkRuns } from './link-run.ts';
import {
  type CueRow,
  type LinkedCell,
  type RowValues,
  cellsOf,
  emptyOf,
  fieldValues,
  keyCellOf,
  keyOf,
  placeOf,
  WantedCells,
} from './link-values.ts';
import type { ShowSources } from './show-sources.ts';

type LinkAction = ActionOf<'nextRow' | 'chooseRow' | 'dataMode'>;

export class Links {
  readonly #ground: Ground;
  readonly #actions: Actions;
  readonly #sources: ShowSources;
  readonly #runs: LinkRuns;
  readonly #giving: LinkGiving;
  readonly cells = new WantedCells();
  #cueRows: readonly CueRow[] = [];
  /** By cell, the rows of cues that use it, and by row why it is not whole. */
  #rowsByCell: ReadonlyMap<string, ReadonlySet<CueRow>> = new Map();
  #lackedBy = new WeakMap<CueRow, string>();
  #ofCues: readonly LinkedCell[] = [];
  #callOffWant: () => void = () => {};

  constructor(ground: Ground, actions: Actions, sources: ShowSources) {
    [this.#ground, this.#actions, this.#sources] = [ground, actions, sources];
    const kept = keptRecord(ground.prepared, 'dataLinks', KeptLink);
    this.#runs = new LinkRuns(sources.show.links, kept);
    this.#giving = new LinkGiving(ground, actions, sources);
    // A row may have come before the fields that it fills.
    ground.facts.models.on(() => this.#tellCues(this.#cueRows));
    ground.facts.typed.on((address, field) => this.#isReverted(address, field) || this.#typed(address, field));
    ground.facts.undone.on(({ press, by }) => {
      for (const run of this.#runs.all) if (run.undo(press.number, by)) this.#chosen(run);
    });
    for (const run of this.#runs.all) this.#rotateLater(run);
  }

  want(): void {
    const ofLinks = this.#runs.all.flatMap((run) => this.#cellsNear(run));
    if (this.cells.want([...ofLinks, ...this.#ofCues])) this.#sources.data.want(this.cells.all);
  }

  /** `rows`: all rows that cues name. The first call asks for the first cells. */
  cuesEdited(rows: readonly CueRow[]): void {
    this.#cueRows = rows;
    this.#wantForCues();
  }

  #wantForCues(): void {
    const byCell = new Map<string, Set<CueRow>>();
    this.#ofCues = this.#cueRows.flatMap((cueRow) => {
      const link = this.#runs.find(cueRow.subComposition)?.link;
      const cells = link ? cellsOf(link, cueRow.row, this.#keyPath(link)) : [];
      for (const key of cells.map(keyOf)) byCell.set(key, (byCell.get(key) ?? new Set()).add(cueRow));
      return cells;
    });
    this.#rowsByCell = byCell;
    // Cells that are asked for anew were unread meanwhile.
    this.#lackedBy = new WeakMap();
    this.want();
  }

  /** Of the row of a link and of the rows around it, read ahead so that the next press need not wait. */
  #cellsNear(run: LinkRun): LinkedCell[] {
    const { link, row } = run;
    const { place, rows, rowAt } = this.#rowsOf(run);
    const key = this.#keyPath(link);
    const near = place === undefined ? [0] : [place - 1, place + 1 === rows ? 0 : place + 1];
    const indexes = near.filter((index) => index >= 0 && index < rows);
    const keys = 'key' in row ? indexes.map((index) => keyCellOf({ id: link.source, key }, index)) : [];
    const own = [row, this.#nameOf(run) ?? row];
    return [
      ...keys,
      ...[...own, ...indexes.flatMap((index) => rowAt(index) ?? [])].flatMap((one) => cellsOf(link, one, key)),
    ];
  }

  #keyPath({ source }: DataLink): string {
    return this.#sources.find(source)?.key ?? '';
  }

  /** May wait a turn: the cells for a press are requested ahead. */
  wantSoon(): void {
    this.#callOffWant();
    this.#callOffWant = this.#ground.clock.after(0, () => this.want());
  }

  take(cells: Readonly<Record<string, ReadCell>>): void {
    const read = this.cells.take(cells);
    for (const source of new Set(read.map((cell) => cell.source))) this.#follow(this.#runs.ofSource(source));
    // The cells of a row that is chosen by key are asked for once its key is known.
    if (read.some(({ key }) => key)) this.wantSoon();
    this.#tellCues(new Set(read.flatMap((cell) => [...(this.#rowsByCell.get(keyOf(cell)) ?? [])])));
  }

  #tellCues(rows: Iterable<CueRow>): void {
    const changed = [...rows].filter((cueRow) => {
      const why = this.rowValues(cueRow).lacks.join(' ');
      const isChanged = this.#lackedBy.get(cueRow) !== why;
      this.#lackedBy.set(cueRow, why);
      return isChanged;
    });
    if (changed.length > 0) this.#ground.facts.stale.tell(new Set(changed.map(({ subComposition }) => subComposition)));
  }

  fit(links: readonly DataLink[]): string[] {
    const { gone, begun } = this.#runs.fit(links);
    for (const run of gone) {
      run.callOffRotation();
      this.#giving.forget(run);
      const ref = this.#ground.apps.find(run.link.subComposition);
      ref?.app.state.liveWords.delete(ref.id);
    }
    this.#wantForCues();
    for (const { run, fresh } of begun) {
      this.#waitOnAir(run, fresh);
      this.#rotateLater(run);
    }
    this.#follow(this.#runs.all);
    this.#keep();
    return [...new Set([...gone, ...begun.map(({ run }) => run)].map(({ link }) => link.subComposition))];
  }

  /** A new link, or a field that is new in it, replaces nothing on air until a hand follows the data. */
  #waitOnAir(run: LinkRun, fields: readonly string[]): void {
    const ref = this.#ground.apps.find(run.link.subComposition);
    if (run.mode !== 'live' || !ref || isOut(ref)) return;
    for (const field of fields) run.edit(field);
  }

  addressesOf(source: string): string[] {
    return this.#runs.ofSource(source).map(({ link }) => link.subComposition);
  }

  /** Call after the cues have acted: data follows what they left on air. */
  truthChanged({ identity: { key } }: OpenApp, ids: Iterable<string>): void {
    const runs = this.#runs.inApp(key);
    if (runs.size === 0) return;
    for (const id of ids) {
      const run = runs.get(id);
      if (run) this.#look(run);
    }
  }

  /**
   * A sub-composition that comes In, or comes back, gets all its link values. While Out, live values that an undo or
   * another client replaced are staged again, so that no take shows the replaced words.
   */
  #look(run: LinkRun): void {
    const ref = this.#ground.apps.find(run.link.subComposition);
    const isIn = ref !== undefined && isFollowing(ref);
    const { item: model, payload = {} } = ref?.app.state.confirmed.get(ref.id) ?? {};
    run.onAir = isIn ? payload : {};
    const isDue = run.mode === 'live' && (isIn ? !run.wasIn : run.isReplacedBy(payload));
    if (isDue) run.giveAgain();
    else if (isIn === run.wasIn && model === run.item && run.edited.length === 0) return;
    Object.assign(run, { wasIn: isIn, item: model });
    this.#follow([run]);
  }

  /** An edit that its operator took back is none. */
  #isReverted(subComposition: string, field: string): boolean {
    const run = this.#runs.find(subComposition);
    const ref = this.#ground.apps.find(subComposition);
    if (!run || !ref || Object.hasOwn(ref.app.state.preparation.edits(ref.id), field)) return false;
    if (!run.release(field, ownOf(ref.app.state.requested(ref.id).payload, field))) return false;
    this.#chosen(run);
    return true;
  }

  /** Stops data for a field until the operator takes the edit back, or chooses a row or a mode. */
  #typed(subComposition: string, field: string): void {
    const run = this.#runs.find(subComposition);
    if (run?.edit(field)) this.#moved(run);
  }

  close(): void {
    this.#callOffWant();
    for (const run of this.#runs.all) run.callOffRotation();
    this.#giving.close();
  }

  /** Throws `call-invalid` or `press-refused`. */
  carryOut(action: LinkAction, cause: Cause): Sent[] {
    const run = this.#runOf(action);
    this.#actions.inTime(cause);
    this.#turn(run, action, cause);
    this.#chosen(run);
    // Sends values that are already read; the rest follows when read.
    const sent = this.#giving.give(run, cause);
    return unlessRefused(sent);
  }

  /** What a press sends at once. Throws as {@link carryOut}. */
  requests(action: LinkAction): Requests {
    const run = this.#runOf(action).copy();
    this.#turn(run, action, { trigger: onScreen, age: 0 });
    this.#read(run);
    return this.#giving.requests(run);
  }

  #runOf({ subComposition }: LinkAction): LinkRun {
    const run = this.#runs.find(subComposition);
    if (run) return run;
    const { app, id } = this.#ground.apps.at(subComposition);
    throw new OverlayError('call-invalid', texts.data.linkedToNone(app.state.sub(id).name));
  }

  #turn(run: LinkRun, action: LinkAction, { trigger }: Cause): void {
    if (action.do === 'dataMode') run.setMode(action.mode);
    else run.chooseBy(trigger, action.do === 'chooseRow' ? action.row : nextRow(this.#rowsOf(run), action.by));
  }

  /** Returns whether the row is known by its key from now on. */
  #read(run: LinkRun): boolean {
    const named = this.#nameOf(run);
    const isNamed = named !== undefined && this.#isRead(run, named);
    if (isNamed) run.name(named);
    run.identity = this.#identityOf(run);
    run.fields = this.#fieldsOf(run.link, run.row);
    return isNamed;
  }

  /** Restarts the timer. After sleep, a link moves only once, because each move sets the next timer. */
  #rotateLater(run: LinkRun): void {
    run.callOffRotation();
    const { rotateEvery } = run.link;
    if (rotateEvery === null || run.mode === 'hold') return;
    run.callOffRotation = this.#ground.clock.after(rotateEvery, () => {
      this.#rotateLater(run);
      this.#rotate(run);
    });
  }

  #rotate(run: LinkRun): void {
    const row = this.#showsWords(run) ? undefined : rotatedRow(this.#rowsOf(run));
    if (!row) return;
    run.choose(row);
    this.wantSoon();
    this.#follow([run]);
  }

  /** Words of an operator, or of a cue, are on air or typed in place of those of the row. */
  #showsWords({ link, edited, fields }: LinkRun): boolean {
    const ref = this.#ground.apps.find(link.subComposition);
    if (!ref) return edited.length > 0;
    const { state } = ref.app;
    const [typed, { payload }] = [state.preparation.edits(ref.id), state.requested(ref.id)];
    const wasOut = isOut(ref);
    return edited.some((field) => {
      const of = ownOf(fields, field);
      const isOfRow = (value: Value | undefined): boolean =>
        value === undefined || (of !== undefined && 'value' in of && same(of.value, value));
      return !isOfRow(ownOf(typed, field)) || !(wasOut || isOfRow(ownOf(payload, field)));
    });
  }

  #chosen(run: LinkRun): void {
    this.#rotateLater(run);
    run.gaveAt = -Infinity;
    this.wantSoon();
    this.#follow([run]);
    this.#moved(run);
  }

  #moved(run: LinkRun): void {
    this.#keep();
    this.#sources.news.links([run.link.subComposition]);
  }

  #keep(): void {
    this.#ground.prepared.save('dataLinks', this.#runs.kept);
  }

  #follow(runs: readonly LinkRun[]): void {
    let isNamed = false;
    for (const run of runs) {
      isNamed = this.#read(run) || isNamed;
      const ref = this.#ground.apps.find(run.link.subComposition);
      ref?.app.state.liveWords.set(ref.id, run.liveWords);
    }
    if (isNamed) {
      this.#keep();
      this.wantSoon();
    }
    this.#giving.giveSoon(runs.filter(({ hasDue }) => hasDue));
    const addresses = runs.map(({ link }) => link.subComposition);
    this.#sources.news.links(addresses, true);
  }

  /**
   * The values of the row, and why fields have none. A field without a value is empty in `values` where it can be,
   * because the words of another row must not stay. Fields in `typed` need no data. `isRead`: false while no data came.
   */
  rowValues({ subComposition, row }: CueRow, typed: Payload = {}): RowValues {
    const link = this.#runs.find(subComposition)?.link;
    if (!link) return { values: {}, lacks: [texts.data.noLink], isRead: true, isLinked: false };
    const fields = this.#fieldsOf(link, row);
    const result: RowValues = { values: {}, lacks: [], isRead: true, isLinked: true };
    for (const id of Object.keys(link.fields)) {
      const of = ownOf(fields, id);
      if (of && 'kept' in of) continue;
      const field = this.#ground.apps.sub(subComposition)?.fields.get(id);
      const value = of && 'value' in of ? of.value : field && emptyOf(field);
      if (value !== undefined) result.values[id] = value;
      if ((of && 'value' in of) || Object.hasOwn(typed, id)) continue;
      const problem = of?.problem ?? texts.data.noDataYet;
      result.lacks.push(texts.data.fieldLacks(this.#sources.titleOf(subComposition, id), problem));
      result.isRead &&= of !== undefined;
    }
    return result;
  }

  /** A cue has sent its targets. Words of its own stay, as those that an operator types. */
  cueSent(targets: readonly CueTarget[], rows: readonly (CueRow & { values: Payload })[]): void {
    dropReplaced(this.#ground, targets, this);
    for (const { values, ...row } of rows) this.#rowTaken(row, values);
    for (const { subComposition, values } of targets) {
      const ofRow = rows.find((one) => one.subComposition === subComposition)?.values ?? {};
      for (const [field, value] of Object.entries(values)) {
        if (!same(value, ownOf(ofRow, field))) this.#ownWord(subComposition, field);
      }
    }
  }

  /** The word of the row is not sent later in place of the cue's word. */
  #ownWord(subComposition: string, field: string): void {
    const ref = this.#ground.apps.find(subComposition);
    if (ref && this.gives(subComposition, field)) ref.app.state.preparation.drop(ref.id, new Set([field]));
    this.#typed(subComposition, field);
    if (ref) this.#sources.news.staged(ref);
  }

  #rowTaken({ subComposition, row }: CueRow, values: Payload): void {
    const run = this.#runs.find(subComposition);
    if (!run) return;
    run.taken(row, values);
    const ref = this.#ground.apps.find(subComposition);
    // Drops staged values of the previous row.
    const typed = ref?.app.state.preparation.drop(ref.id, new Set(Object.keys(run.link.fields))) ?? [];
    for (const field of typed) this.#typed(subComposition, field);
    if (ref) this.#sources.news.staged(ref);
    this.#chosen(run);
  }

  /** A link that holds sends nothing. */
  isLinked(subComposition: string, field: string): boolean {
    const run = this.#runs.find(subComposition);
    return run !== undefined && run.mode !== 'hold' && Object.hasOwn(run.link.fields, field);
  }

  /** The field has words from its row, and a hand has edited none. */
  gives(subComposition: string, field: string): boolean {
    return this.isLinked(subComposition, field) && !this.#runs.find(subComposition)?.edited.includes(field);
  }

  view(address: string): LinkView | undefined {
    const run = this.#runs.find(address);
    if (!run) return undefined;
    const { row, mode, fields, edited, link } = run;
    const stale = this.#sources.isStale(link.source);
    return { row, mode, fields, edited, stale, place: this.#rowsOf(run).place ?? null, problem: this.#problemOf(link) };
  }

  get addresses(): string[] {
    return this.#runs.all.map(({ link }) => link.subComposition);
  }

  #problemOf({ source, subComposition, name }: DataLink): string {
    const { apps } = this.#ground;
    if (!this.#sources.find(source)) return texts.data.sourceGone;
    return apps.find(subComposition) || apps.mayCome(subComposition) ? '' : texts.data.graphicGone(name);
  }

  #fieldsOf(link: DataLink, row: RowChoice): LinkView['fields'] {
    const sub = this.#ground.apps.sub(link.subComposition);
    if (!sub) return {};
    return fieldValues(link, {
      cell: (path) => this.cells.find({ source: link.source, row, path }),
      field: (id) => {
        const field = sub.fields.get(id);
        return field && { field, present: ownOf(sub.payload, id) };
      },
    });
  }

  #rowsOf({ link, row }: LinkRun): RowsOfLink {
    const rows = this.#sources.view(link.source)?.rows ?? 0;
    const name = (): string => this.#ground.apps.graphicName(link.subComposition) ?? link.name;
    const rowAt = (index: number): RowChoice | undefined => ('index' in row ? { index } : this.#keyedRow(link, index));
    return { name, source: this.#sources.nameOf(link), rows, place: this.#placeOf(link.source, row), rowAt };
  }

  #keyedRow(link: DataLink, index: number): RowChoice | undefined {
    const key = this.#keyAt(link, index);
    return key === undefined ? undefined : { key };
  }

  /** The key of a row that was chosen by its place, by which the row is known wherever it moves. */
  #nameOf({ link, row }: LinkRun): RowChoice | undefined {
    return 'index' in row ? this.#keyedRow(link, row.index) : undefined;
  }

  /** Whether a key leads to the present row of the link, not to several, and the values of that row are read. */
  #isRead({ link, row }: LinkRun, named: RowChoice): boolean {
    const isRead = cellsOf(link, named, '').every((cell) => this.cells.find(cell) !== undefined);
    return isRead && this.#placeOf(link.source, named) === this.#placeOf(link.source, row);
  }

  #identityOf({ link, row }: LinkRun): string | undefined {
    return 'key' in row ? row.key : this.#keyAt(link, row.index);
  }

  #keyAt(link: DataLink, index: number): string | undefined {
    const path = this.#keyPath(link);
    const read = path === '' ? undefined : this.cells.find(keyCellOf({ id: link.source, key: path }, index));
    return read && 'value' in read && read.value !== '' ? String(read.value) : undefined;
  }

  #placeOf(source: string, row: RowChoice): number | undefined {
    if ('index' in row) return row.index;
    const read = this.cells.find(placeOf(source, row) satisfies LinkedCell);
    return read && 'value' in read ? Number(read.value) : undefined;
  }
}
