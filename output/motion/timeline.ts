import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import { animate, stop } from './animations.ts';

export type LineName = 'in' | 'out2';

/** Starts after `delay` ms and takes `duration` ms. */
export interface Track {
  target: HTMLElement | SVGElement;
  keyframes: Keyframe[];
  delay: number;
  duration: number;
  origin: string;
}

type Toward = 'rest' | 'away';

interface LineMove {
  line: LineName;
  toward: Toward;
  tracks: Track[];
  /** The duration of the line in milliseconds. */
  length: number;
  animations: Animation[];
  paused: boolean;
}

interface TimelineEvents {
  onShown: (shown: boolean) => void;
  onRest: (resting: boolean) => void;
}

/**
 * Moves one sub-composition in and out. Two lines meet at rest: In, from away to rest, which Out1 plays backwards; and
 * Out2, from rest to away.
 *
 * A moving timeline is on one line. A take to the other end of that line turns it around at its current time, so
 * nothing jumps. The other line starts only at rest: Out2 in the middle of In reverses In.
 */
export class Timeline {
  readonly #tracks: (line: LineName) => Track[];
  readonly #events: TimelineEvents;
  #atRest = false;
  #move: LineMove | undefined;

  /** @param tracks the animations of a line; called when the line starts */
  constructor(tracks: (line: LineName) => Track[], events: TimelineEvents) {
    this.#tracks = tracks;
    this.#events = events;
  }

  get shown(): boolean {
    return this.#atRest || this.#move !== undefined;
  }

  get atRest(): boolean {
    return this.#atRest && !this.#move;
  }

  /** `play` animates from the current time, `jump` is immediate. */
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

  /** In ms. */
  lengthOf(line: LineName): number {
    return Math.max(0, ...padded(this.#tracks(line)).map(endOf));
  }

  /** Holds at a time (ms) of a line until the next take. */
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

  /** Undefined if nothing moves on that line. */
  #begin(line: LineName, toward: Toward): LineMove | undefined {
    const tracks = padded(this.#tracks(line));
    if (tracks.length === 0) return undefined;
    const length = Math.max(...tracks.map(endOf));
    this.#move = { line, toward, tracks, length, animations: [], paused: false };
    return this.#move;
  }

  #redirect(move: LineMove, toward: Toward): void {
    const time = timeOf(move);
    move.toward = toward;
    move.paused = false;
    if (forwards(move) ? time >= move.length : time <= 0) return this.#settle(toward === 'rest');
    const before = move.animations;
    this.#run(move, time);
    before.forEach(stop);
  }

  /** Starts all animations at a time (ms) of the line, in the same frame. */
  #run(move: LineMove, time: number): void {
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

function forwards({ line, toward }: LineMove): boolean {
  return (line === 'in') === (toward === 'rest');
}

function endOf({ delay, duration }: Track): number {
  return delay + duration;
}

/** In ms. */
function timeOf(move: LineMove): number {
  const elapsed = Number(leaderOf(move)?.currentTime);
  return forwards(move) ? elapsed : move.length - elapsed;
}

/** Pads a line whose tracks all start late, so that its clock starts at 0. */
function padded(tracks: Track[]): Track[] {
  const [first] = tracks;
  const begins = Math.min(...tracks.map(({ delay }) => delay));
  return first && begins > 0 ? [...tracks, { ...first, keyframes: [], delay: 0, duration: begins }] : tracks;
}

function leaderOf(move: LineMove): Animation | undefined {
  const { tracks, length, animations } = move;
  return animations[tracks.findIndex((track) => (forwards(move) ? endOf(track) === length : track.delay === 0))];
}

/**
 * A track waits only by a delay at its start: browsers use the compositor only for animations that play forwards
 * without an end delay, and compute no styles during a delay.
 */
function startTrack(track: Track, move: LineMove): Animation {
  const { target, keyframes, duration, origin } = track;
  target.style.transformOrigin = origin;
  const timing: KeyframeAnimationOptions = forwards(move)
    ? { delay: track.delay }
    : { delay: move.length - endOf(track), direction: 'reverse' };
  return animate(target, keyframes, { ...timing, duration, fill: 'both' });
}
