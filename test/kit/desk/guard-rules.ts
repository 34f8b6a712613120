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
  readonly #taken = new Map<string, { to: AnimationState; start: number }>();

  /** A screen was told how sub-compositions stand, at `now` (ms by the clock that never jumps). */
  told(subs: { [id: string]: SubCompositionView }, now: number): void {
    for (const [id, { state, requested, changed }] of Object.entries(subs)) {
      const before = this.#shown.get(id);
      const since = !before || before.state === state ? (before?.since ?? -Infinity) : now;
      this.#shown.set(id, { state, requested, changed, since });
    }
  }

  /** Whether a press of these takes at `start` has to be refused; otherwise they count as taken. */
  refuses(takes: readonly PressedTake[], start: number): boolean {
    if (takes.some((take) => this.#refuses(take, start))) return true;
    for (const { id, to } of takes) this.#taken.set(id, { to, start });
    return false;
  }

  /** Takes of these sub-compositions, pressed at `start`, failed. */
  failed(ids: readonly string[], start: number): void {
    for (const id of ids) if (this.#taken.get(id)?.start === start) this.#taken.delete(id);
  }

  #refuses({ id, to, expects }: PressedTake, start: number): boolean {
    const last = this.#taken.get(id);
    if (last?.to === to && start - last.start < guardTime) return true;
    const shown = this.#shown.get(id);
    if (!shown) return false;
    if (expects !== undefined) return expects !== (shown.requested ?? shown.state);
    return shown.changed !== null && start - shown.since < guardTime;
  }
}
