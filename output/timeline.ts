import type { AnimationAction, StoredState } from '../contract/model/animation-state.ts';
import { waitingWay } from './keyframes.ts';
import { animate, stop } from './moving.ts';

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
  animations: Animation[];
  /** It stands still until it is told to go somewhere. */
  held: boolean;
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
  go(state: StoredState, action: AnimationAction): void {
    const toward: Toward = state === 'In' ? 'rest' : 'away';
    if (action === 'jump') return this.#settle(toward === 'rest');
    if (this.#move) {
      if (this.#move.toward !== toward || this.#move.held) this.#turn(this.#move, toward);
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
    move.held = true;
    for (const animation of move.animations) {
      animation.currentTime = Math.min(Math.max(0, time), endOf(animation));
    }
  }

  #start(line: LineName, toward: Toward): void {
    this.#events.onShown(true);
    if (this.#atRest) this.#events.onRest(false);
    const move = this.#begin(line, toward);
    if (!move) return this.#settle(toward === 'rest');
    for (const animation of move.animations) {
      animation.playbackRate = rate(move);
      animation.currentTime = rate(move) > 0 ? 0 : endOf(animation);
      animation.play();
    }
  }

  /** A move that stands still at its beginning; none where nothing moves on that line. */
  #begin(line: LineName, toward: Toward): Move | undefined {
    const animations = standing(this.#tracks(line));
    const leader = animations[0];
    if (!leader) return undefined;
    const move: Move = { line, toward, animations, held: false };
    this.#move = move;
    leader.onfinish = () => this.#settle(move.toward === 'rest');
    return move;
  }

  /** Setting the playback rate keeps the place on the line; all animations of a line are as long, so they stay together. */
  #turn(move: Move, toward: Toward): void {
    move.toward = toward;
    move.held = false;
    const time = Number(move.animations[0]?.currentTime);
    const end = move.animations[0] ? endOf(move.animations[0]) : 0;
    // An animation that is told to play beyond the end where it stands begins anew at the other one.
    if (rate(move) > 0 ? time >= end : time <= 0) return this.#settle(toward === 'rest');
    for (const animation of move.animations) {
      animation.playbackRate = rate(move);
      animation.play();
    }
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
function rate({ line, toward }: Move): 1 | -1 {
  return (line === 'in') === (toward === 'rest') ? 1 : -1;
}

function endOf(animation: Animation): number {
  return Number(animation.effect?.getComputedTiming().endTime ?? 0);
}

function standing(tracks: Track[]): Animation[] {
  const length = Math.max(0, ...tracks.map(({ delay, duration }) => delay + duration));
  return tracks.map(({ target, keyframes, delay, duration, origin }) => {
    target.style.transformOrigin = origin;
    const way = waitingWay(keyframes, { delay, duration, length });
    const animation = animate(target, way, { duration: length, fill: 'both' });
    animation.pause();
    return animation;
  });
}
