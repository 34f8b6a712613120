import type { AnimationAction, StoredState } from '../contract/model/animation-state.ts';
import type { Motion } from '../contract/model/scene.ts';

/** One element that moves, and how. */
export interface Track {
  target: HTMLElement;
  motion: Motion;
}

type LineName = 'in' | 'out2';
type Toward = 'rest' | 'away';

interface Move {
  line: LineName;
  toward: Toward;
  animations: Animation[];
}

/** What the scene's easing names mean: curves with enough contrast to look crisp at 300 to 600 ms. */
const curves: Record<Motion['easing'], string> = {
  linear: 'linear',
  'ease-in': 'cubic-bezier(0.55, 0, 0.85, 0.2)',
  'ease-out': 'cubic-bezier(0.16, 1, 0.3, 1)',
  'ease-in-out': 'cubic-bezier(0.76, 0, 0.24, 1)',
};

/**
 * How one sub-composition comes and goes. It has two lines that meet at rest: In (away to rest; Out1 is the same line
 * backwards) and Out2 (rest to away). While it moves it is on one line, and any order that means the other end of that
 * line turns it around where it stands, so nothing ever jumps. The other line begins only from rest: Out2 asked half way
 * through In goes back out the way it came.
 */
export class Timeline {
  readonly #lines: Record<LineName, Track[]>;
  readonly #onShown: (shown: boolean) => void;
  #atRest = false;
  #move: Move | undefined;

  /** @param onShown told true before anything of it can be seen, false when it is out and finished */
  constructor(lines: Record<LineName, Track[]>, onShown: (shown: boolean) => void) {
    this.#lines = lines;
    this.#onShown = onShown;
  }

  /** True while something of it can be seen. */
  get shown(): boolean {
    return this.#atRest || this.#move !== undefined;
  }

  /** Goes to a state: `play` from where it stands, `jump` at once. */
  go(state: StoredState, action: AnimationAction): void {
    const toward: Toward = state === 'In' ? 'rest' : 'away';
    if (action === 'jump') return this.#settle(toward === 'rest');
    if (this.#move) {
      if (this.#move.toward !== toward) turnAround(this.#move, toward);
      return;
    }
    if (this.#atRest === (toward === 'rest')) return;
    this.#start(state === 'Out2' ? 'out2' : 'in', toward);
  }

  #start(line: LineName, toward: Toward): void {
    this.#onShown(true);
    const animations = animate(this.#lines[line], line);
    const leader = animations[0];
    if (!leader) return this.#settle(toward === 'rest');
    const move: Move = { line, toward, animations };
    this.#move = move;
    for (const animation of animations) {
      animation.playbackRate = rate(move);
      animation.currentTime = rate(move) > 0 ? 0 : endOf(animation);
      animation.play();
    }
    leader.onfinish = () => this.#settle(move.toward === 'rest');
  }

  #settle(atRest: boolean): void {
    const move = this.#move;
    this.#move = undefined;
    this.#atRest = atRest;
    this.#onShown(atRest);
    for (const animation of move?.animations ?? []) {
      animation.onfinish = null;
      animation.cancel();
    }
  }
}

/** In runs forwards toward rest, Out2 forwards away from it. */
function rate({ line, toward }: Move): 1 | -1 {
  return (line === 'in') === (toward === 'rest') ? 1 : -1;
}

/** Setting the playback rate keeps the place on the line; all animations of a line are as long, so they stay together. */
function turnAround(move: Move, toward: Toward): void {
  move.toward = toward;
  for (const animation of move.animations) {
    animation.playbackRate = rate(move);
    animation.play();
  }
}

function endOf(animation: Animation): number {
  return Number(animation.effect?.getComputedTiming().endTime ?? 0);
}

function animate(tracks: Track[], line: LineName): Animation[] {
  const length = Math.max(0, ...tracks.map(({ motion }) => motion.delay + motion.duration));
  return tracks.map(({ target, motion }) => {
    target.style.transformOrigin = motion.origin ?? 'center';
    const ends = [away(motion.offset), { transform: 'none', opacity: 1 }];
    const keyframes = line === 'in' ? ends : ends.reverse();
    const animation = target.animate(
      keyframes.map((keyframe) => ({ ...keyframe, easing: curves[motion.easing] })),
      {
        delay: motion.delay,
        duration: motion.duration,
        endDelay: length - motion.delay - motion.duration,
        fill: 'both',
      },
    );
    animation.pause();
    return animation;
  });
}

/** Translation before scale, so that an offset is pixels of the frame however the element is scaled. */
function away({ x = 0, y = 0, scaleX = 1, scaleY = 1, opacity = 1 }: Motion['offset']): Keyframe {
  return { transform: `translate(${x}px, ${y}px) scale(${scaleX}, ${scaleY})`, opacity };
}
