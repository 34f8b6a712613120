import { SvelteSet } from 'svelte/reactivity';
import type { Cue } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import type { Arrangement } from '../state/arrangement.svelte.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { rundownTimes, type RundownTimes } from './rundown-times.ts';

/** A row of the list: the head of a group, or a cue. */
export type CueListRow =
  | { group: RundownOutline['groups'][number]; cue?: undefined }
  | { group: RundownOutline['groups'][number]; cue: string };

/** The rundown that this screen shows, and the cues that are chosen in it. */
export class CueList {
  readonly #desk: DeskClient;
  readonly #folds: Pick<Arrangement, 'isFolded' | 'fold'>;
  #shown = $state('');
  /** The number that is typed to go to; the Go bar shows it. */
  number = $state('');
  /** Called when the chosen cue, or the chosen group, is to be edited, so that its editor takes the focus. */
  onEdit: () => void = () => {};
  /** Called when the editor was left, so that the keys of the list work again. */
  onEdited: () => void = () => {};
  /** Called when a digit is typed in the list, so that the rest of the number is typed where it is shown. */
  onNumber: () => void = () => {};
  /** Called when the number is typed, or not any more, so that the keys work again: they do nothing in a field. */
  onNumberDone: () => void = () => {};
  /** What is looked for; empty shows all. */
  find = $state('');
  readonly #chosen = new SvelteSet<string>();
  /** The chosen cue from which a range goes on, and which the editor shows. */
  #anchor = $state('');
  /** The group whose head is chosen; empty for none. */
  #group = $state('');
  /** The row that the keyboard came to: the id of a cue, or of a group. */
  #end = $state('');
  readonly #rundown = $derived.by(() => this.#named(this.#shown) ?? this.active ?? this.#desk.rundowns[0]);
  readonly #rows = $derived.by(() => this.#listRows());
  readonly #times = $derived.by(() => this.#timesOfAll());

  constructor(desk: DeskClient, folds: Pick<Arrangement, 'isFolded' | 'fold'>) {
    [this.#desk, this.#folds] = [desk, folds];
  }

  /** The rundown; undefined if there is none. */
  get rundown(): RundownOutline | undefined {
    return this.#rundown;
  }

  /** The rundown that keys, pads and OSC mean; undefined if there is none. */
  get active(): RundownOutline | undefined {
    return this.#named(this.#desk.activeRundown);
  }

  /** Whether the rundown that is shown is the active one. */
  get isActive(): boolean {
    return this.#rundown !== undefined && this.#rundown === this.active;
  }

  #named(rundown: string | null): RundownOutline | undefined {
    return this.#desk.rundowns.find(({ id }) => id === rundown);
  }

  /** Shows a rundown on this screen. Which one is active stays. */
  show(rundown: string): void {
    this.#shown = rundown;
    this.#chosen.clear();
    [this.#anchor, this.#group] = ['', ''];
  }

  /** The rows, top to bottom. A group without a name has no head. */
  get rows(): readonly CueListRow[] {
    return this.#rows;
  }

  /** The chosen cues, in the order of the list. */
  get chosen(): string[] {
    return this.#rows.flatMap(({ cue }) => (cue !== undefined && this.#chosen.has(cue) ? [cue] : []));
  }

  /** Begins a number with a digit. */
  typeNumber(digit: string): void {
    this.number = digit;
    this.onNumber();
  }

  /** The number is typed, or not any more. */
  endNumber(): void {
    this.number = '';
    this.onNumberDone();
  }

  isChosen(cue: string): boolean {
    return this.#chosen.has(cue);
  }

  /** The cue that is worked with, of those that are chosen and in sight of a search; undefined for none. */
  get anchor(): string | undefined {
    const chosen = this.chosen;
    return chosen.includes(this.#anchor) ? this.#anchor : chosen.at(-1);
  }

  /** The group of a cue; undefined if there is no such cue. */
  groupOf(cue: string | undefined): RundownOutline['groups'][number] | undefined {
    return cue === undefined ? undefined : this.#rundown?.groups.find(({ cues }) => cues.includes(cue));
  }

  /** How long the rundown takes, as far as anybody can tell. */
  get times(): RundownTimes {
    return this.#times;
  }

  /** When the next cue is expected, at the earliest now: milliseconds since the epoch. */
  nextAt(now: number): number {
    const fired = this.#desk.positions[this.#rundown?.id ?? '']?.fired;
    return Math.max(now, fired ? fired.at + this.#times.running : now);
  }

  /** The numbers of all cues of the rundown. */
  get numbers(): string[] {
    const ids = this.#rundown?.groups.flatMap(({ cues }) => cues) ?? [];
    return ids.flatMap((id) => this.#desk.cues.get(id)?.number ?? []);
  }

  /** Chooses a cue alone, or with more: `one` adds or removes it, `range` takes all from the anchor to it. */
  choose(cue: string, more: 'alone' | 'one' | 'range' = 'alone'): void {
    [this.#group, this.#end] = ['', cue];
    if (more === 'range') return this.#chooseRange(cue);
    if (more === 'alone') this.#chosen.clear();
    if (more === 'one' && this.#chosen.has(cue)) this.#chosen.delete(cue);
    else this.#chosen.add(cue);
    this.#anchor = cue;
  }

  /** Chooses the head of a group, and no cue. */
  chooseGroup(group: string): void {
    this.#chosen.clear();
    [this.#group, this.#end, this.#anchor] = [group, group, ''];
  }

  /** The group whose head is chosen; undefined for none. */
  get group(): RundownOutline['groups'][number] | undefined {
    return this.#rows.find((row) => row.cue === undefined && row.group.id === this.#group)?.group;
  }

  chooseAll(): void {
    this.#group = '';
    for (const { cue } of this.#rows) if (cue !== undefined) this.#chosen.add(cue);
  }

  /** The row that the keyboard is at: the id of a cue or of a group; undefined if it was nowhere yet. */
  get cursor(): string | undefined {
    return this.#rows.some((row) => rowId(row) === this.#end) ? this.#end : this.anchor;
  }

  /** Goes so many rows further on, and chooses what is there; `look` goes there and chooses nothing. Returns its id. */
  move(by: number, how: 'alone' | 'range' | 'look' = 'alone'): string | undefined {
    const rows = how === 'range' ? this.#rows.filter(({ cue }) => cue !== undefined) : this.#rows;
    // While the keyboard was nowhere, the list is entered from its top.
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

  /** Hides the cues of a group, or shows them again. While something is looked for, they are shown. */
  fold(group: string, folded: boolean): void {
    if (this.isFolded(group) !== folded) this.#folds.fold(foldOf(group), folded);
  }

  #chooseRange(to: string): void {
    const cues = this.#rows.flatMap(({ cue }) => cue ?? []);
    const [from, end] = [cues.indexOf(this.#anchor), cues.indexOf(to)];
    if (from < 0) return this.choose(to);
    this.#chosen.clear();
    for (const cue of cues.slice(Math.min(from, end), Math.max(from, end) + 1)) this.#chosen.add(cue);
  }

  #timesOfAll(): RundownTimes {
    const groups = (this.#rundown?.groups ?? []).filter(({ disabled }) => !disabled);
    const cues = groups.flatMap((group) => group.cues.flatMap((id) => this.#desk.cues.get(id) ?? []));
    const { next = null, fired } = this.#desk.positions[this.#rundown?.id ?? ''] ?? {};
    return rundownTimes(
      cues.filter(({ disabled }) => !disabled),
      next,
      fired?.cue,
    );
  }

  #listRows(): CueListRow[] {
    const wanted = this.find.trim().toLowerCase();
    const matches = (id: string): boolean => wanted === '' || textOf(this.#desk.cues.get(id)).includes(wanted);
    return (this.#rundown?.groups ?? []).flatMap((group): CueListRow[] => {
      const isHidden = wanted === '' && group.name !== '' && this.isFolded(group.id);
      const cues = isHidden ? [] : group.cues.filter(matches).map((cue) => ({ group, cue }));
      return group.name === '' || (wanted !== '' && cues.length === 0) ? cues : [{ group }, ...cues];
    });
  }
}

/** The texts of cues, so that each letter of a search costs no more than looking. */
const texts = new WeakMap<Cue, string>();

/** What a cue is found by: what it is called, its notes, what it names, and the words that it sends there. */
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

/** The id of what a row shows: a cue, or a group. */
export function rowId({ group, cue }: CueListRow): string {
  return cue ?? group.id;
}

/** The name of a folded group among all that is folded on a screen. */
function foldOf(group: string): string {
  return `rundown/${group}`;
}
