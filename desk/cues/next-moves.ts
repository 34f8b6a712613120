import type { CuePlace, Rundown } from '../../contract/desk-api/cue.ts';
import type { Cause } from '../app/presses.ts';
import type { TakeGuard } from '../operate/take-guard.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Positions } from './positions.ts';

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
 * within the guard time. Keys and screens are one hand, pads another.
 */
export class NextMoves {
  readonly #clock: Clock;
  readonly #guard: TakeGuard;
  readonly #positions: Positions;
  #moves: readonly NextMove[] = [];

  constructor(clock: Clock, guard: TakeGuard, positions: Positions) {
    [this.#clock, this.#guard, this.#positions] = [clock, guard, positions];
  }

  note(rundown: Rundown, cause?: Cause): void {
    this.#note(rundown.id, rundown, cause);
  }

  noteActive(rundown: Rundown, cause?: Cause): void {
    this.#note(null, rundown, cause);
  }

  #note(named: NextMove['rundown'], rundown: Rundown, cause: Cause | undefined): void {
    const at = this.#clock.monotonic();
    const before = this.#positions.aheadNow(rundown);
    const since = this.#moves.filter((move) => at - move.at < this.#guard.time);
    this.#moves = [...since, { rundown: named, at, by: cause && handOf(cause), before }];
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
      .filter(({ by, at }) => by !== hand && pressed - at < this.#guard.time)
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
