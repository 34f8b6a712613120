import { SvelteSet } from 'svelte/reactivity';
import type { Cue } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import type { Arrangement } from '../state/arrangement.svelte.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { rundownTimes, type RundownTimes } from './rundown-times.ts';

export type CueListRow =
  | { group: RundownOutline['groups'][number]; cue?: undefined }
  | { group: RundownOutline['groups'][number]; cue: string };

export class CueList {
  readonly #desk: DeskClient;
  readonly #folds: Pick<Arrangement, 'isFolded' | 'fold'>;
  #shown = $state('');
  number = $state('');
  /** The cue, group or rundown that was added last here: its name opens once. */
  added: string | undefined;
  #opened: string | undefined;
  onEdit: () => void = () => {};
  /** The editor closed: the keys of the list work again. */
  onEdited: () => void = () => {};
  /** A digit was typed in the list: the rest of the number goes to the Go bar's field. */
  onNumber: () => void = () => {};
  /** The number was typed or dropped: keys work again, which do nothing in a field. */
  onNumberDone: () => void = () => {};
  /** Adds a cue, as the button under the list does. */
  onAdd: () => void = () => {};
  /** Shows the row of a cue and gives the focus to the list. */
  onFound: (cue: string) => void = () => {};
  find = $state('');
  /** Texts that are typed and not stored yet. */
  readonly typed = new SvelteSet<{ cue: string }>();
  readonly #chosen = new SvelteSet<string>();
  /** The chosen cue that the editor shows; a range starts from it. */
  #anchor = $state('');
  #group = $state('');
  #end = $state('');
  readonly rundown = $derived.by(() => this.#named(this.#shown) ?? this.active ?? this.#desk.rundowns[0]);
  /** Top to bottom. A group without a name has no head. */
  readonly rows = $derived.by(() => this.#listRows());
  readonly times = $derived.by(() => this.#timesOfAll());

  constructor(desk: DeskClient, folds: Pick<Arrangement, 'isFolded' | 'fold'>) {
    [this.#desk, this.#folds] = [desk, folds];
  }

  opensName(id: string): boolean {
    if (this.added !== id || this.#opened === id) return false;
    this.#opened = id;
    return true;
  }

  get active(): RundownOutline | undefined {
    return this.#named(this.#desk.activeRundown);
  }

  get isActive(): boolean {
    return this.rundown !== undefined && this.rundown === this.active;
  }

  #named(rundown: string | null): RundownOutline | undefined {
    return this.#desk.rundowns.find(({ id }) => id === rundown);
  }

  /** The active rundown stays. */
  show(rundown: string): void {
    this.#shown = rundown;
    this.#chosen.clear();
    [this.#anchor, this.#group] = ['', ''];
  }

  get chosen(): string[] {
    return this.rows.flatMap(({ cue }) => (cue !== undefined && this.#chosen.has(cue) ? [cue] : []));
  }

  /** The same while the choice stays, also where another screen deletes a chosen cue: what is typed for the others stays. */
  get choice(): string {
    const shown = new Set(this.chosen);
    return [...this.#chosen].filter((id) => shown.has(id) || !this.#desk.cues.get(id)).join();
  }

  typeNumber(digit: string): void {
    this.number = digit;
    this.onNumber();
  }

  endNumber(): void {
    this.number = '';
    this.onNumberDone();
  }

  isChosen(cue: string): boolean {
    return this.#chosen.has(cue);
  }

  /** The cue to work with, if it is chosen and the search shows it. */
  get anchor(): string | undefined {
    const chosen = this.chosen;
    return chosen.includes(this.#anchor) ? this.#anchor : chosen.at(-1);
  }

  groupOf(cue: string | undefined): RundownOutline['groups'][number] | undefined {
    return cue === undefined ? undefined : this.rundown?.groups.find(({ cues }) => cues.includes(cue));
  }

  /** Expected start of the next cue, never before now (ms since the epoch). */
  nextAt(now: number): number {
    const fired = this.#desk.positions[this.rundown?.id ?? '']?.fired;
    return Math.max(now, fired ? fired.at + this.times.running : now);
  }

  get numbers(): string[] {
    const ids = this.rundown?.groups.flatMap(({ cues }) => cues) ?? [];
    return ids.flatMap((id) => this.#desk.cues.get(id)?.number ?? []);
  }

  /** `one` adds or removes the cue, `range` takes all from the anchor to it. */
  choose(cue: string, more: 'alone' | 'one' | 'range' = 'alone'): void {
    [this.#group, this.#end] = ['', cue];
    if (more === 'range') return this.#chooseRange(cue);
    if (more === 'alone') this.#chosen.clear();
    if (more === 'one' && this.#chosen.has(cue)) this.#chosen.delete(cue);
    else this.#chosen.add(cue);
    this.#anchor = cue;
  }

  /** For a menu: several chosen cues stay chosen if this is one of them, and it is the one to work with. */
  chooseAmong(cue: string): void {
    if (this.isChosen(cue)) [this.#end, this.#anchor] = [cue, cue];
    else this.choose(cue);
  }

  /** Returns whether there is a cue in the list. */
  chooseFirst(): boolean {
    const first = this.rows.find(({ cue }) => cue !== undefined)?.cue;
    if (first !== undefined) this.choose(first);
    return first !== undefined;
  }

  chooseGroup(group: string): void {
    this.#chosen.clear();
    [this.#group, this.#end, this.#anchor] = [group, group, ''];
  }

  get group(): RundownOutline['groups'][number] | undefined {
    return this.rows.find((row) => row.cue === undefined && row.group.id === this.#group)?.group;
  }

  chooseAll(): void {
    this.#group = '';
    for (const { cue } of this.rows) if (cue !== undefined) this.#chosen.add(cue);
  }

  /** The id of the cue or group at the keyboard cursor; undefined before the first key. */
  get cursor(): string | undefined {
    return this.rows.some((row) => rowId(row) === this.#end) ? this.#end : this.anchor;
  }

  /** Moves the cursor by this many rows and chooses there; `look` chooses nothing. Returns the row's id. */
  move(by: number, how: 'alone' | 'range' | 'look' = 'alone'): string | undefined {
    const rows = how === 'range' ? this.rows.filter(({ cue }) => cue !== undefined) : this.rows;
    // Without a cursor, the list is entered from its top.
    const at = rows.findIndex((row) => rowId(row) === this.cursor);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next === undefined) return undefined;
    if (how === 'alone' && next.cue === undefined) this.chooseGroup(next.group.id);
    else if (how === 'alone' && next.cue !== undefined) this.choose(next.cue);
    else if (how === 'range' && next.cue !== undefined) this.#chooseRange(next.cue);
    this.#end = rowId(next);
    return this.#end;
  }

  isFolded(group: string): boolean {
    return this.#folds.isFolded(foldOf(group));
  }

  /** A search shows the cues of every group. */
  fold(group: string, folded: boolean): void {
    if (this.isFolded(group) !== folded) this.#folds.fold(foldOf(group), folded);
  }

  #chooseRange(to: string): void {
    const cues = this.rows.flatMap(({ cue }) => cue ?? []);
    const [from, end] = [cues.indexOf(this.#anchor), cues.indexOf(to)];
    if (from < 0) return this.choose(to);
    this.#chosen.clear();
    for (const cue of cues.slice(Math.min(from, end), Math.max(from, end) + 1)) this.#chosen.add(cue);
  }

  #timesOfAll(): RundownTimes {
    const groups = (this.rundown?.groups ?? []).filter(({ disabled }) => !disabled);
    const cues = groups.flatMap((group) => group.cues.flatMap((id) => this.#desk.cues.get(id) ?? []));
    const { next = null, fired } = this.#desk.positions[this.rundown?.id ?? ''] ?? {};
    return rundownTimes(
      cues.filter(({ disabled }) => !disabled),
      next,
      fired?.cue,
    );
  }

  #listRows(): CueListRow[] {
    const wanted = this.find.trim().toLowerCase();
    const matches = (id: string): boolean => wanted === '' || textOf(this.#desk.cues.get(id)).includes(wanted);
    return (this.rundown?.groups ?? []).flatMap((group): CueListRow[] => {
      const isHidden = wanted === '' && group.name !== '' && this.isFolded(group.id);
      const cues = isHidden ? [] : group.cues.filter(matches).map((cue) => ({ group, cue }));
      return group.name === '' || (wanted !== '' && cues.length === 0) ? cues : [{ group }, ...cues];
    });
  }
}

/** Cached, so that each letter of a search stays cheap. */
const texts = new WeakMap<Cue, string>();

function textOf(cue: Cue | undefined): string {
  if (!cue) return '';
  const known = texts.get(cue);
  if (known !== undefined) return known;
  const targets = cue.steps.flatMap((step) => step.targets);
  const values = targets.flatMap((target) => Object.values(target.values)).filter((value) => typeof value === 'string');
  const text = [cue.number, cue.name, cue.notes, ...targets.map(({ name }) => name), ...values]
    .join('\n')
    .toLowerCase();
  texts.set(cue, text);
  return text;
}

export function rowId({ group, cue }: CueListRow): string {
  return cue ?? group.id;
}

function foldOf(group: string): string {
  return `rundown/${group}`;
}
