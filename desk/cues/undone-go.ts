import type { CuePlace, Rundown } from '../../contract/desk-api/cue.ts';
import type { UndoneTake } from '../ground.ts';
import { startingTogether } from './follow-on.ts';
import type { KeptCues } from './kept-cues.ts';
import { isSamePlace } from './positions.ts';
import type { StepRun } from './step-run.ts';

interface NextChange {
  rundown: Rundown;
  next: CuePlace | null;
}

const mostMoves = 100;

/** NEXT goes back to an undone cue, and on again with a redo, unless NEXT was moved meanwhile. */
export class UndoneGo {
  readonly #kept: Pick<KeptCues, 'rundowns' | 'positions' | 'orderOf'>;
  /** By the number of an undo, how it moved NEXT. */
  readonly #moves = new Map<number, { rundown: string; isBack: boolean; from: CuePlace | null; to: CuePlace | null }>();

  constructor(kept: Pick<KeptCues, 'rundowns' | 'positions' | 'orderOf'>) {
    this.#kept = kept;
  }

  /** Where NEXT goes; undefined to stay. `run`: what the undone press started. */
  next({ press, by }: UndoneTake, run: StepRun | undefined): NextChange | undefined {
    const last = this.#moves.get(press.number);
    this.#moves.delete(press.number);
    const to = last?.isBack ? this.#after(last.to) : last?.from;
    const move = run ? this.#back(run) : last && { ...last, isBack: !last.isBack, from: last.to, to: to ?? null };
    const rundown = this.#kept.rundowns.all.find(({ id }) => id === move?.rundown);
    if (!rundown || !move) return undefined;
    const order = this.#kept.rundowns.order(rundown);
    if (move.to && !order.canFire(move.to)) return undefined;
    if (!isSamePlace(this.#kept.positions.of(rundown).next, move.from)) return undefined;
    if (run) run.chain.next = move.to;
    this.#moves.set(by, move);
    const [oldest] = this.#moves.keys();
    if (this.#moves.size > mostMoves && oldest !== undefined) this.#moves.delete(oldest);
    return { rundown, next: move.to };
  }

  /** Behind what a redo starts: a chain does not go on after it. */
  #after(place: CuePlace | null): CuePlace | null {
    const { rundowns, orderOf } = this.#kept;
    const cue = place && rundowns.find(place.cue);
    const last = cue ? startingTogether({ cue, step: place.step }, orderOf).at(-1) : undefined;
    return (last && orderOf(last.cue.id)?.following({ cue: last.cue.id, step: last.step })) ?? null;
  }

  #back({ cue, step, chain }: StepRun) {
    const rundown = this.#kept.rundowns.rundownOf(cue.id)?.id;
    return rundown !== undefined && rundown === chain.rundown
      ? { rundown, isBack: true, from: chain.next, to: { cue: cue.id, step } }
      : undefined;
  }
}
