import { z } from 'zod';
import { CueId, CuePlace, type Rundown, RundownView } from '../../contract/desk-api/cue.ts';
import type { RundownOrder } from './rundown-order.ts';
import type { Rundowns } from './rundowns.ts';
import type { Cause } from '../app/presses.ts';
import type { TakeGuard } from '../operate/take-guard.ts';
import type { Clock } from '../../contract/clock.ts';

export const KeptPosition = z.object({
  next: CuePlace.nullable(),
  fired: RundownView.shape.fired.default(null),
  hold: z.boolean().default(false),
  marked: z.array(CueId).default([]),
});
export type KeptPosition = z.infer<typeof KeptPosition>;

export class Positions {
  readonly #rundowns: Rundowns;
  /** By rundown id. Without an entry, a rundown is at its first cue. */
  readonly #positions: Map<string, KeptPosition>;
  #active: string | null;

  constructor(rundowns: Rundowns, kept: Readonly<Record<string, KeptPosition>>, active: string | null = null) {
    this.#rundowns = rundowns;
    this.#positions = new Map(Object.entries(kept));
    this.#active = active;
    for (const rundown of rundowns.all) this.#fit(rundown, undefined);
    this.#fitActive();
  }

  get active(): Rundown | undefined {
    return this.#rundowns.all.find(({ id }) => id === this.#active);
  }

  makeActive({ id }: Rundown): void {
    this.#active = id;
  }

  get kept(): Record<string, KeptPosition> {
    const known = new Set(this.#rundowns.all.map(({ id }) => id));
    return Object.fromEntries([...this.#positions].filter(([id]) => known.has(id)));
  }

  of(rundown: Rundown): RundownView {
    const known = this.#positions.get(rundown.id);
    return known ?? { next: this.#rundowns.order(rundown).first, fired: null, hold: false, marked: [] };
  }

  /** The place of the next go, or of a go `by` cues later; null for none. */
  ahead(rundown: Rundown, by: number): CuePlace | null {
    return this.aheadNow(rundown)(by);
  }

  /** A snapshot of `ahead` that later changes do not affect. */
  aheadNow(rundown: Rundown): (by: number) => CuePlace | null {
    const { next } = this.of(rundown);
    const order = this.#rundowns.order(rundown);
    return (by) => (by > 0 ? order.moved(next, by) : next);
  }

  change(rundown: Rundown, change: Partial<KeptPosition>): void {
    this.#positions.set(rundown.id, { ...this.of(rundown), ...change });
  }

  mark(rundown: Rundown, cue: string, marked: boolean): void {
    const others = this.of(rundown).marked.filter((other) => other !== cue);
    const order = this.#rundowns.order(rundown);
    this.change(rundown, { marked: marked ? order.sorted([...others, cue]) : others });
  }

  edited(before: readonly Rundown[]): void {
    for (const rundown of this.#rundowns.all) {
      const old = before.find(({ id }) => id === rundown.id);
      if (old !== rundown) this.#fit(rundown, old && this.#rundowns.order(old));
    }
    // A rundown restored by an undo keeps its position, but does not become active again.
    this.#fitActive();
  }

  #fitActive(): void {
    this.#active = (this.active ?? this.#rundowns.all[0])?.id ?? null;
  }

  #fit(rundown: Rundown, before: RundownOrder | undefined): void {
    const position = this.#positions.get(rundown.id);
    if (!position) return;
    const order = this.#rundowns.order(rundown);
    const marked = order.sorted(position.marked);
    this.#positions.set(rundown.id, { ...position, marked, next: fitted(position.next, order, before) });
  }
}

/** A deleted or newly disabled next cue gives way to the cue after it. */
function fitted(next: CuePlace | null, order: RundownOrder, before: RundownOrder | undefined): CuePlace | null {
  if (!next) return addedAtEnd(order, before);
  const wasPlayable = before?.isPlayable(next.cue) ?? false;
  if (order.cue(next.cue) && (order.isPlayable(next.cue) || !wasPlayable)) {
    // Steps before a deleted step have been fired.
    return order.has(next) ? next : order.after(next.cue);
  }
  const [later] = order.sorted(before?.from(next.cue) ?? []).filter((cue) => order.isPlayable(cue));
  return later === undefined ? order.first : { cue: later, step: 0 };
}

/** At the end of a rundown, the first cue added there becomes next; in an empty rundown, the first cue of all. */
function addedAtEnd(order: RundownOrder, before: RundownOrder | undefined): CuePlace | null {
  const known = before && [...before.all];
  if (known?.length === 0) return order.first;
  const last = known?.findLast((cue) => order.cue(cue));
  return last === undefined ? null : order.after(last);
}

type HandKind = 'screen' | 'pad' | undefined;

interface NextMove {
  /** Null: the active rundown changed. */
  rundown: string | null;
  at: number;
  /** Undefined for a program or an edit. */
  by: HandKind;
  /** The place that a go `ahead` cues later fired before the change. */
  before: (ahead: number) => CuePlace | null;
}

/**
 * Recent changes of the next cue. Operators at keys and pads cannot have seen a change by another hand or an edit
 * within the guard time, nor a change of their own that came after their press. Keys and screens are one hand, pads
 * another.
 */
export class NextMoves {
  readonly #clock: Clock;
  readonly #guard: TakeGuard;
  readonly #positions: Positions;
  #moves: readonly NextMove[] = [];

  constructor(clock: Clock, guard: TakeGuard, positions: Positions) {
    [this.#clock, this.#guard, this.#positions] = [clock, guard, positions];
  }

  /** `isActive`: the active rundown changes, from this one. */
  note(rundown: Rundown, cause?: Cause, isActive = false): void {
    const at = this.#clock.monotonic();
    const before = this.#positions.aheadNow(rundown);
    const since = this.#moves.filter((move) => at - move.at < this.#guard.time);
    this.#moves = [...since, { rundown: isActive ? null : rundown.id, at, by: cause && handOf(cause), before }];
  }

  /**
   * Whether the operator of a key or pad cannot have seen what the press fires. `isNamed`: the press names the rundown.
   * Screens report what they showed; programs see nothing.
   */
  isUnseen({ id }: Rundown, next: { place: CuePlace; ahead: number; isNamed: boolean }, cause: Cause): boolean {
    const { kind } = cause.trigger;
    if (kind !== 'key' && kind !== 'pad') return false;
    const [hand, pressed] = [handOf(cause), this.#clock.monotonic() - cause.age];
    return this.#moves
      .filter(({ rundown }) => rundown === id || (rundown === null && !next.isNamed))
      .filter(({ by, at }) => pressed - at < (by === hand ? 0 : this.#guard.time))
      .some(({ before }) => !isSamePlace(before(next.ahead), next.place));
  }
}

function handOf({ trigger: { kind } }: Cause): HandKind {
  if (kind === 'pad') return 'pad';
  return kind === 'key' || kind === 'screen' ? 'screen' : undefined;
}

export function isSamePlace(one: CuePlace | null, other: CuePlace | null): boolean {
  return one?.cue === other?.cue && one?.step === other?.step;
}
