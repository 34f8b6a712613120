import { SvelteSet } from 'svelte/reactivity';
import type { Cue } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { rundownTimes, type RundownTimes } from './rundown-times.ts';

/** A row of the list: the head of a group, or a cue. */
export type Row =
  | { group: RundownOutline['groups'][number]; cue?: undefined }
  | { group: RundownOutline['groups'][number]; cue: string };

/** The rundown that this screen shows, and the cues that are chosen in it. */
export class CueList {
  readonly #desk: Desk;
  #shown = $state('');
  /** The number that is typed to go to; the Go bar shows it. */
  number = $state('');
  /** Called when a digit is typed in the list, so that the rest of the number is typed where it is shown. */
  onNumber: () => void = () => {};
  /** Called when the number is typed, or not any more, so that the keys work again: they do nothing in a field. */
  onNumberDone: () => void = () => {};
  /** What is looked for; empty shows all. */
  find = $state('');
  readonly #chosen = new SvelteSet<string>();
  /** The chosen cue from which a range goes on, and which the editor shows. */
  #anchor = $state('');
  readonly #rundown = $derived.by(() => this.#named(this.#shown) ?? this.active ?? this.#desk.rundowns[0]);
  readonly #rows = $derived.by(() => this.#listRows());
  readonly #times = $derived.by(() => this.#timesOfAll());

  constructor(desk: Desk) {
    this.#desk = desk;
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
    this.#anchor = '';
  }

  /** The rows, top to bottom. A group without a name has no head. */
  get rows(): readonly Row[] {
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

  /** Whether the rundown has cues that were read from this file. */
  isFrom(file: string): boolean {
    const ids = this.#rundown?.groups.flatMap(({ cues }) => cues) ?? [];
    return ids.some((id) => this.#desk.cues.get(id)?.from === file);
  }

  /** The numbers of all cues of the rundown. */
  get numbers(): string[] {
    const ids = this.#rundown?.groups.flatMap(({ cues }) => cues) ?? [];
    return ids.flatMap((id) => this.#desk.cues.get(id)?.number ?? []);
  }

  /** Chooses a cue alone, or with more: `one` adds or removes it, `range` takes all from the anchor to it. */
  choose(cue: string, more: 'alone' | 'one' | 'range' = 'alone'): void {
    if (more === 'range') return this.#chooseRange(cue);
    if (more === 'alone') this.#chosen.clear();
    if (more === 'one' && this.#chosen.has(cue)) this.#chosen.delete(cue);
    else this.#chosen.add(cue);
    this.#anchor = cue;
  }

  /** Chooses the cue so many rows further on. Returns it. */
  move(by: number, more: 'alone' | 'range' = 'alone'): string | undefined {
    const cues = this.#rows.flatMap(({ cue }) => cue ?? []);
    // While none is chosen, the list is entered from its top.
    const next = cues[Math.min(cues.length - 1, Math.max(0, cues.indexOf(this.#moving) + by))];
    if (next === undefined) return undefined;
    if (more === 'range') this.#chooseRange(next);
    else this.choose(next);
    this.#end = next;
    return next;
  }

  /** The last cue that the keyboard came to. */
  #end = '';
  get #moving(): string {
    return this.#chosen.has(this.#end) ? this.#end : this.#anchor;
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

  #listRows(): Row[] {
    const wanted = this.find.trim().toLowerCase();
    const matches = (id: string): boolean => wanted === '' || textOf(this.#desk.cues.get(id)).includes(wanted);
    return (this.#rundown?.groups ?? []).flatMap((group): Row[] => {
      const cues = group.cues.filter(matches).map((cue) => ({ group, cue }));
      return group.name === '' || (wanted !== '' && cues.length === 0) ? cues : [{ group }, ...cues];
    });
  }
}

function textOf(cue: Cue | undefined): string {
  return cue ? `${cue.number} ${cue.name} ${cue.notes}`.toLowerCase() : '';
}
