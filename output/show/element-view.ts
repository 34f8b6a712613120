import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { fieldsOf, type Scope } from '../binding.ts';
import { drawElement } from '../elements/draw.ts';
import type { DrawnElement, ElementPorts } from '../elements/drawn-element.ts';
import { cssEasing, loopKeyframes, motionKeyframes, type MotionKeyframes } from '../motion/keyframes.ts';
import { LoopRun } from '../motion/loop.ts';
import { noteTransition } from '../motion/animations.ts';
import { place, reveal } from './placing.ts';
import { DrawnSwap, isSwapped } from '../elements/swap.ts';
import type { LineName, Track } from '../motion/timeline.ts';

/** Kinds that measure themselves against their frame. Their frame resizes at once, without a transition. */
const fitted = new Set<SceneElement['kind']>(['text', 'timer', 'clock', 'list', 'crawl', 'repeater', 'graphic']);

/** Reports a failure and returns undefined. */
export function makeElementView(
  scene: SceneElement,
  ports: ElementPorts,
  subCompositionName: string,
): ElementView | undefined {
  try {
    return new ElementView(scene, ports, subCompositionName);
  } catch (error) {
    ports.report(failureOf(scene, subCompositionName), error);
    return undefined;
  }
}

/**
 * An element in its frame, with its motions. The scene places the frame; inside it timelines move the mover, a loop
 * moves the looper, and the looper contains the drawing. An error is reported with the element's name and stops here:
 * the element keeps its picture.
 */
export class ElementView implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: SceneElement;
  readonly #ports: ElementPorts;
  readonly #subCompositionName: string;
  readonly #drawn: DrawnElement;
  readonly #mover: HTMLElement;
  readonly #loop: LoopRun | undefined;
  readonly #keyframes: Partial<Record<LineName, MotionKeyframes>>;
  readonly #fields: string[];
  #scope: Scope | undefined;

  constructor(scene: SceneElement, ports: ElementPorts, subCompositionName: string) {
    this.#scene = scene;
    this.#ports = ports;
    this.#subCompositionName = subCompositionName;
    this.#fields = fieldsOf(scene);
    this.#drawn = this.#draw();
    this.#keyframes = {
      ...(scene.in && { in: motionKeyframes(scene.in, 'in') }),
      ...(scene.out2 && { out2: motionKeyframes(scene.out2, 'out2') }),
    };
    this.node = document.createElement('div');
    this.node.className = 'frame';
    this.node.dataset.element = scene.id;
    this.#mover = document.createElement('div');
    this.#mover.className = 'mover';
    this.node.append(this.#mover);
    this.#loop = this.#createLoop();
  }

  get mediaMissing(): boolean {
    return this.#drawn.mediaMissing === true;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    if (!this.#isAffected(scope)) return undefined;
    try {
      return this.#drawn.prepare?.(scope);
    } catch {
      // `show` will throw and report the same error.
      return undefined;
    }
  }

  show(scope: Scope, smooth: boolean): void {
    if (!this.#isAffected(scope)) return;
    this.#scope = scope;
    this.#setTransition(smooth);
    this.#guard(() => reveal(this.node, this.#scene, scope));
    this.#guard(() => place(this.node, this.#scene, scope));
    this.#guard(() => this.#drawn.show(scope, smooth));
  }

  take(state: StoredState, action: AnimationAction): void {
    this.#guard(() => this.#drawn.take?.(state, action));
  }

  onShown(shown: boolean): void {
    if (!shown) this.#loop?.end();
    this.#guard(() => this.#drawn.onShown?.(shown));
  }

  onRest(resting: boolean): void {
    this.#loop?.run(resting);
    this.#guard(() => this.#drawn.onRest?.(resting));
  }

  press(field: string): void {
    this.#guard(() => this.#drawn.press?.(field));
  }

  dispose(): void {
    this.#loop?.end();
    this.#guard(() => this.#drawn.dispose?.());
  }

  tracks(line: LineName, delay: number): Track[] {
    const [motion, keyframes] = [this.#scene[line], this.#keyframes[line]];
    const tracks = this.#drawn.tracks?.(line, delay) ?? [];
    if (!motion || !keyframes) return tracks;
    const timing = { delay: delay + motion.delay, duration: motion.duration, origin: motion.origin ?? 'center' };
    const { stroke } = this.#drawn;
    if (keyframes.stroke && stroke) tracks.push({ target: stroke, keyframes: keyframes.stroke, ...timing });
    // A motion without offsets still takes its time on the line.
    if (keyframes.element ?? !keyframes.stroke)
      tracks.push({ target: this.#mover, keyframes: keyframes.element ?? [], ...timing });
    return tracks;
  }

  #draw(): DrawnElement {
    const [scene, ports, name] = [this.#scene, this.#ports, this.#subCompositionName];
    const draw = (): DrawnElement => drawElement(scene, ports, (nested) => makeElementView(nested, ports, name));
    return isSwapped(scene) ? new DrawnSwap(scene, draw, (error) => this.#failed(error)) : draw();
  }

  /** Only an element with a loop gets a looper. */
  #createLoop(): LoopRun | undefined {
    const { loop } = this.#scene;
    if (!loop) {
      this.#mover.append(this.#drawn.node);
      return undefined;
    }
    const element = document.createElement('div');
    element.className = 'holder';
    element.append(this.#drawn.node);
    this.#mover.append(element);
    return new LoopRun(loop, loopKeyframes(loop), { element, stroke: this.#drawn.stroke });
  }

  /** Sets the duration of transitions to new values. The style sheet names their properties. */
  #setTransition(smooth: boolean): void {
    const { update } = this.#scene;
    if (!update) return;
    if (smooth) noteTransition(update.duration);
    const run = smooth ? `${update.duration}ms ${cssEasing(update.easing)}` : '0s';
    this.node.style.setProperty('--run', run);
    if (!fitted.has(this.#scene.kind)) this.node.style.setProperty('--run-size', run);
  }

  /** Unchanged values need no drawing. Missing media are retried, because they may exist by now. */
  #isAffected(scope: Scope): boolean {
    const before = this.#scope;
    if (!before || this.#drawn.mediaMissing) return true;
    if (before.index !== scope.index || before.count !== scope.count) return true;
    if (before.item !== scope.item && JSON.stringify(before.item) !== JSON.stringify(scope.item)) return true;
    return this.#fields.some((field) => before.fields[field] !== scope.fields[field]);
  }

  #guard<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    this.#ports.report(failureOf(this.#scene, this.#subCompositionName), error);
  }
}

function failureOf({ id }: SceneElement, subCompositionName: string): string {
  return `"${id}" of "${subCompositionName}" cannot be drawn`;
}
