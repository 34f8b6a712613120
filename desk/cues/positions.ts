import { z } from 'zod';
import { CueId, CuePlace, type Rundown, RundownView } from '../../contract/desk-api/cue.ts';
import type { RundownOrder } from './rundown-order.ts';
import type { Rundowns } from './rundowns.ts';

/** Where a rundown stands, as it is kept for the next start. */
export const KeptPosition = z.object({
  next: CuePlace.nullable(),
  fired: RundownView.shape.fired.default(null),
  hold: z.boolean().default(false),
  marked: z.array(CueId).default([]),
});
export type KeptPosition = z.infer<typeof KeptPosition>;

/** Which rundown is active, and where each one stands: what comes next, what is marked, and whether it is on hold. */
export class Positions {
  readonly #rundowns: Rundowns;
  /** By id of the rundown. A rundown without an entry stands at its first cue. */
  readonly #positions: Map<string, KeptPosition>;
  #active: string | null;

  /** `active` is the id of the rundown that was active; null for none. */
  constructor(rundowns: Rundowns, kept: Readonly<Record<string, KeptPosition>>, active: string | null = null) {
    this.#rundowns = rundowns;
    this.#positions = new Map(Object.entries(kept));
    this.#active = active;
    for (const rundown of rundowns.all) this.#fit(rundown, undefined);
    this.#fitActive();
  }

  /** The rundown that is meant where none is named; undefined if there is none. */
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
    return (
      this.#positions.get(rundown.id) ?? {
        next: this.#rundowns.order(rundown).first,
        fired: null,
        hold: false,
        marked: [],
      }
    );
  }

  /** What a go fires, or a go so many cues further on; null if there is nothing. */
  ahead(rundown: Rundown, by: number): CuePlace | null {
    return this.aheadNow(rundown)(by);
  }

  /** The same, as it is now whatever is changed later. */
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

  /** The rundowns were edited. What was next and is gone gives way to what came after it. */
  edited(before: readonly Rundown[]): void {
    for (const rundown of this.#rundowns.all) {
      const old = before.find(({ id }) => id === rundown.id);
      if (old !== rundown) this.#fit(rundown, old && this.#rundowns.order(old));
    }
    // A rundown that was removed may come back by an undo, and stands where it stood. It does not become active again by that.
    this.#fitActive();
  }

  /** While there are rundowns, one of them is active: the first one, where the one that was is gone. */
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

/** What is next after an edit. What is gone, or was disabled by it, gives way to what came after it. */
function fitted(next: CuePlace | null, order: RundownOrder, before: RundownOrder | undefined): CuePlace | null {
  if (!next) return addedAtEnd(order, before);
  const wasPlayable = before?.isPlayable(next.cue) ?? false;
  if (order.cue(next.cue) && (order.isPlayable(next.cue) || !wasPlayable)) {
    // What went before a step that is gone was fired already.
    return order.has(next) ? next : order.after(next.cue);
  }
  const [later] = order.sorted(before?.from(next.cue) ?? []).filter((cue) => order.isPlayable(cue));
  return later === undefined ? order.first : { cue: later, step: 0 };
}

/** At the end of a rundown, the first cue that was added there is next. */
function addedAtEnd(order: RundownOrder, before: RundownOrder | undefined): CuePlace | null {
  const last = [...(before?.all ?? [])].findLast((cue) => order.cue(cue));
  return last === undefined ? null : order.after(last);
}
