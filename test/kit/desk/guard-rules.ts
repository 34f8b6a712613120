import type { SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import type { AnimationState, StoredState } from '../../../contract/model/animation-state.ts';

/** A take as it is pressed. `expects`: the state that it says the operator was shown. */
export interface PressedTake {
  id: string;
  to: AnimationState;
  expects?: StoredState;
}

interface Shown extends Pick<SubCompositionView, 'state' | 'requested' | 'changed'> {
  /** When it was first shown in this state (ms by the clock that never jumps); -Infinity where nobody saw it change. */
  since: number;
}

/** Milliseconds in which a take is not meant twice, nor against what somebody else did, as the desk has it at first. */
const guardTime = 250;

/** What the guard must say of takes, as a reference: it goes by what a screen was told, and by the clock that never jumps. */
export class GuardRules {
  readonly #shown = new Map<string, Shown>();
  /** The last take of each sub-composition that was let pass. */
  readonly #taken = new Map<string, { to: AnimationState; starts: readonly number[] }>();

  /** A screen was told how sub-compositions stand, at `now` (ms by the clock that never jumps). */
  told(subs: { [id: string]: SubCompositionView }, now: number): void {
    for (const [id, { state, requested, changed }] of Object.entries(subs)) {
      const before = this.#shown.get(id);
      const since = !before || before.state === state ? (before?.since ?? -Infinity) : now;
      this.#shown.set(id, { state, requested, changed, since });
    }
  }

  /**
   * Whether a press of these takes has to be refused. `starts`: when it was made; of a press that was held up the desk knows
   * that less exactly, so the earliest and the latest time. Gives every answer that may be right.
   */
  refuses(takes: readonly PressedTake[], starts: readonly number[]): Set<boolean> {
    const befores = [0, 1];
    return new Set(
      starts.flatMap((start) => befores.map((before) => takes.some((take) => this.#refuses(take, start, before)))),
    );
  }

  /** They were let pass. */
  passed(takes: readonly PressedTake[], starts: readonly number[]): void {
    for (const { id, to } of takes) this.#taken.set(id, { to, starts });
  }

  /** Takes of these sub-compositions, pressed at `start`, failed. */
  failed(ids: readonly string[], start: number): void {
    for (const id of ids) if (this.#taken.get(id)?.starts[0] === start) this.#taken.delete(id);
  }

  /** `before`: which time of the last take counts, if that is not known exactly. */
  #refuses({ id, to, expects }: PressedTake, start: number, before: number): boolean {
    const last = this.#taken.get(id);
    const lastStart = last?.starts[before] ?? last?.starts[0] ?? -Infinity;
    if (last?.to === to && start - lastStart < guardTime) return true;
    const shown = this.#shown.get(id);
    if (!shown) return false;
    if (expects !== undefined) return expects !== (shown.requested ?? shown.state);
    return shown.changed !== null && start - shown.since < guardTime;
  }
}
