import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import { animate, stop } from './animations.ts';

export type LineName = 'in' | 'out2';

/** One node that moves, and how: from `delay` on for `duration` (ms). */
export interface Track {
  target: HTMLElement | SVGElement;
  keyframes: Keyframe[];
  delay: number;
  duration: number;
  /** What stays where it is while it is scaled or turned, as CSS writes it. */
  origin: string;
}

type Toward = 'rest' | 'away';

interface Move {
  line: LineName;
  toward: Toward;
  tracks: Track[];
  /** How long the line is (ms). */
  length: number;
  animations: Animation[];
  /** It stands still until it is told to go somewhere. */
  paused: boolean;
}

/** What a timeline tells. */
export interface TimelineEvents {
  /** True before anything of it can be seen, false when it is out and finished. */
  onShown: (shown: boolean) => void;
  /** True when it has come to rest, false when it leaves it. */
  onRest: (resting: boolean) => void;
}

/**
 * How one sub-composition comes and goes. It has two lines that meet at rest: In (away to rest; Out1 is the same line
 * backwards) and Out2 (rest to away). While it moves it is on one line, and any order that means the other end of that
 * line turns it around where it stands, so nothing ever jumps. The other line begins only from rest: Out2 asked half way
 * through In goes back out the way it came.
 */
export class Timeline {
  readonly #tracks: (line: LineName) => Track[];
  readonly #events: TimelineEvents;
  #atRest = false;
  #move: Move | undefined;

  /** @param tracks what moves on a line, asked for when it begins */
  constructor(tracks: (line: LineName) => Track[], events: TimelineEvents) {
    this.#tracks = tracks;
    this.#events = events;
  }

  /** True while something of it can be seen. */
  get shown(): boolean {
    return this.#atRest || this.#move !== undefined;
  }

  /** True while it is In and nothing of it comes or goes. */
  get atRest(): boolean {
    return this.#atRest && !this.#move;
  }

  /** Goes to a state: `play` from where it stands, `jump` at once. */
  take(state: StoredState, action: AnimationAction): void {
    const toward: Toward = state === 'In' ? 'rest' : 'away';
    if (action === 'jump') return this.#settle(toward === 'rest');
    if (this.#move) {
      if (this.#move.toward !== toward || this.#move.paused) this.#redirect(this.#move, toward);
      return;
    }
    if (this.#atRest === (toward === 'rest')) return;
    this.#start(state === 'Out2' ? 'out2' : 'in', toward);
  }

  /** Stands still at a time (ms) of a line, whatever it did before, until it is told to go somewhere. */
  hold(line: LineName, time: number): void {
    this.#settle(false);
    this.#events.onShown(true);
    const move = this.#begin(line, line === 'in' ? 'rest' : 'away');
    if (!move) return this.#settle(true);
    move.paused = true;
    this.#run(move, Math.min(Math.max(0, time), move.length));
    for (const animation of move.animations) animation.pause();
  }

  #start(line: LineName, toward: Toward): void {
    this.#events.onShown(true);
    if (this.#atRest) this.#events.onRest(false);
    const move = this.#begin(line, toward);
    if (!move) return this.#settle(toward === 'rest');
    this.#run(move, forwards(move) ? 0 : move.length);
  }

  /** None where nothing moves on that line. */
  #begin(line: LineName, toward: Toward): Move | undefined {
    const tracks = padded(this.#tracks(line));
    if (tracks.length === 0) return undefined;
    const length = Math.max(...tracks.map(endOf));
    this.#move = { line, toward, tracks, length, animations: [], paused: false };
    return this.#move;
  }

  #redirect(move: Move, toward: Toward): void {
    const time = timeOf(move);
    move.toward = toward;
    move.paused = false;
    if (forwards(move) ? time >= move.length : time <= 0) return this.#settle(toward === 'rest');
    const before = move.animations;
    this.#run(move, time);
    before.forEach(stop);
  }

  /** Goes on from a time (ms) of its line; all of it begins in the same frame. */
  #run(move: Move, time: number): void {
    const elapsed = forwards(move) ? time : move.length - time;
    move.animations = move.tracks.map((track) => startTrack(track, move));
    for (const animation of move.animations) animation.currentTime = elapsed;
    const leader = leaderOf(move);
    if (leader) leader.onfinish = () => this.#settle(move.toward === 'rest');
  }

  #settle(atRest: boolean): void {
    const move = this.#move;
    this.#move = undefined;
    this.#atRest = atRest;
    if (!atRest) this.#events.onRest(false);
    this.#events.onShown(atRest);
    move?.animations.forEach(stop);
    if (atRest) this.#events.onRest(true);
  }
}

/** In runs forwards toward rest, Out2 forwards away from it. */
function forwards({ line, toward }: Move): boolean {
  return (line === 'in') === (toward === 'rest');
}

function endOf({ delay, duration }: Track): number {
  return delay + duration;
}

/** The time (ms) of its line where it stands. */
function timeOf(move: Move): number {
  const elapsed = Number(leaderOf(move)?.currentTime);
  return forwards(move) ? elapsed : move.length - elapsed;
}

/** A line begins at 0: where all of it waits at first, something that moves nothing does not. */
function padded(tracks: Track[]): Track[] {
  const [first] = tracks;
  const begins = Math.min(...tracks.map(({ delay }) => delay));
  return first && begins > 0 ? [...tracks, { ...first, keyframes: [], delay: 0, duration: begins }] : tracks;
}

/** The one of its animations that ends with the line. */
function leaderOf(move: Move): Animation | undefined {
  const { tracks, length, animations } = move;
  return animations[tracks.findIndex((track) => (forwards(move) ? endOf(track) === length : track.delay === 0))];
}

/**
 * It waits by a delay at its beginning, and not at all at its end. Browsers let their compositor run only what goes forwards
 * and ends when it ends; and they make no new styles for what waits.
 */
function startTrack(track: Track, move: Move): Animation {
  const { target, keyframes, duration, origin } = track;
  target.style.transformOrigin = origin;
  const timing: KeyframeAnimationOptions = forwards(move)
    ? { delay: track.delay }
    : { delay: move.length - endOf(track), direction: 'reverse' };
  return animate(target, keyframes, { ...timing, duration, fill: 'both' });
}
