import type { CuePlace, Rundown } from '../../contract/desk-api/cue.ts';
import type { Cause } from '../app/presses.ts';
import type { TakeGuard } from '../operate/take-guard.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Positions } from './positions.ts';

export interface NextMovesPorts {
  clock: Pick<Clock, 'monotonic'>;
  guard: Pick<TakeGuard, 'time'>;
  positions: Positions;
}

type Hand = 'screen' | 'pad' | undefined;

/** What is next in a rundown changed, or which rundown is active. */
interface Move {
  /** Null for the active one, whichever that was. */
  rundown: string | null;
  /** By the monotonic clock. */
  at: number;
  /** The hand that did it; undefined for a program, and for an edit. */
  by: Hand;
  /** What a go so many cues further on fired before. */
  before: (ahead: number) => CuePlace | null;
}

/**
 * Which cue was next a moment ago, and in which rundown. A key or a pad cannot say which one its operator saw, so what another hand, or an edit, made
 * next within the guard time counts as not seen, as with takes. Keys and screens are one hand, pads another: each fires what it chose.
 */
export class NextMoves {
  readonly #ports: NextMovesPorts;
  #moves: readonly Move[] = [];

  constructor(ports: NextMovesPorts) {
    this.#ports = ports;
  }

  /** What is next in a rundown may change now. */
  note(rundown: Rundown, cause?: Cause): void {
    this.#note(rundown.id, rundown, cause);
  }

  /** Another rundown than this one may be active now. */
  noteActive(rundown: Rundown, cause?: Cause): void {
    this.#note(null, rundown, cause);
  }

  #note(named: Move['rundown'], rundown: Rundown, cause: Cause | undefined): void {
    const { clock, guard, positions } = this.#ports;
    const at = clock.monotonic();
    const before = positions.aheadNow(rundown);
    const since = this.#moves.filter((move) => at - move.at < guard.time);
    this.#moves = [...since, { rundown: named, at, by: cause && handOf(cause), before }];
  }

  /**
   * Whether the hand of a key or a pad cannot have seen that this is what it fires. `isNamed`: the press names the rundown. Screens say
   * what they showed, and programs see nothing.
   */
  isUnseen({ id }: Rundown, next: { place: CuePlace; ahead: number; isNamed: boolean }, cause: Cause): boolean {
    const { clock, guard } = this.#ports;
    const { kind } = cause.trigger;
    if (kind !== 'key' && kind !== 'pad') return false;
    const [hand, pressed] = [handOf(cause), clock.monotonic() - cause.age];
    return this.#moves
      .filter(({ rundown }) => rundown === id || (rundown === null && !next.isNamed))
      .filter(({ by, at }) => by !== hand && pressed - at < guard.time)
      .some(({ before }) => !isSamePlace(before(next.ahead), next.place));
  }
}

function handOf({ trigger: { kind } }: Cause): Hand {
  if (kind === 'pad') return 'pad';
  return kind === 'key' || kind === 'screen' ? 'screen' : undefined;
}

/** Whether two places are the same step of the same cue. */
export function isSamePlace(one: CuePlace | null, other: CuePlace | null): boolean {
  return one?.cue === other?.cue && one?.step === other?.step;
}
