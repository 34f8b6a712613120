import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { PageFailure } from '../../contract/service-api/output-page.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { fieldsOf, type Scope, flagOf, numberOf } from '../binding.ts';
import { drawElement } from '../elements/draw.ts';
import { div, type DrawnElement, type ElementPorts } from '../elements/drawn-element.ts';
import { cssEasing, loopRun, type LoopRun, motionKeyframes, type MotionKeyframes } from '../motion/keyframes.ts';
import { noteTransition } from '../motion/animations.ts';
import { DrawnSwap, isSwapped } from '../elements/swap.ts';
import type { LineName, Track } from '../motion/timeline.ts';
import { beyondVariables } from '../page/stage.ts';

/** Kinds that measure themselves against their frame. Their frame resizes at once, without a transition. */
const fitted = new Set<SceneElement['kind']>(['text', 'timer', 'clock', 'list', 'crawl', 'repeater', 'graphic']);

/** An element that fails is reported and left out; the rest is drawn. */
export function makeElementView(scene: SceneElement, ports: ElementPorts): DrawnElement {
  try {
    return new ElementView(scene, ports);
  } catch (error) {
    const failed = { node: div('frame'), show: () => undefined, dispose: () => ports.failures.remove(failed) };
    ports.failures.add(failed, failureOf(scene, ports), error);
    return failed;
  }
}

/**
 * An element in its frame, with its motions. The scene places the frame; inside it timelines move the mover, a loop
 * moves the looper, and the looper contains the drawing. An error is reported with the element's name and stops here:
 * the element keeps its picture.
 */
class ElementView implements DrawnElement {
  readonly node = div('frame');
  readonly #scene: SceneElement;
  readonly #ports: ElementPorts;
  readonly #drawn: DrawnElement;
  readonly #mover = div('mover');
  readonly #loop: LoopRun | undefined;
  readonly #keyframes: Partial<Record<LineName, MotionKeyframes>>;
  readonly #fields: string[];
  #scope: Scope | undefined;

  constructor(scene: SceneElement, ports: ElementPorts) {
    this.#scene = scene;
    this.#ports = ports;
    this.#fields = fieldsOf(scene);
    this.#drawn = this.#draw();
    this.#keyframes = {
      ...(scene.in && { in: motionKeyframes(scene.in, 'in') }),
      ...(scene.out2 && { out2: motionKeyframes(scene.out2, 'out2') }),
    };
    this.node.dataset.element = scene.id;
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
    this.#ports.failures.remove(this);
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
    this.#ports.failures.remove(this);
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
    const [scene, ports] = [this.#scene, this.#ports];
    const draw = (): DrawnElement => drawElement(scene, ports, (nested) => makeElementView(nested, ports));
    return isSwapped(scene) ? new DrawnSwap(scene, draw, (error) => this.#failed(error)) : draw();
  }

  /** Only an element with a loop gets a looper. */
  #createLoop(): LoopRun | undefined {
    const { loop } = this.#scene;
    if (!loop) {
      this.#mover.append(this.#drawn.node);
      return undefined;
    }
    const element = div('holder');
    element.append(this.#drawn.node);
    this.#mover.append(element);
    return loopRun(loop, element, this.#drawn.stroke);
  }

  /** The style sheet names the properties of transitions. */
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
    this.#ports.failures.add(this, failureOf(this.#scene, this.#ports), error);
  }
}

function failureOf({ id }: SceneElement, { subComposition }: ElementPorts): PageFailure {
  return { problem: `"${id}" of "${subComposition.name}" cannot be drawn`, subComposition: subComposition.id };
}

function place(node: HTMLElement, scene: SceneElement, scope: Scope): void {
  const { frame, pin = {}, rotate } = scene;
  const across = pinned(pin.x, numberOf(frame.x, scope), beyondVariables.x);
  const down = pinned(pin.y, numberOf(frame.y, scope), beyondVariables.y);
  const turned = rotate === undefined ? '' : ` rotate(${numberOf(rotate, scope)}deg)`;
  // A transform can transition to another place without a layout in each frame; `left` and `top` cannot.
  node.style.transform = `translate(${across}, ${down})${turned}`;
  node.style.width = stretched(pin.x, numberOf(frame.width, scope), beyondVariables.x);
  node.style.height = stretched(pin.y, numberOf(frame.height, scope), beyondVariables.y);
}

/** Sets visibility, opacity and clipping. A hidden element is still laid out, so that its texts can be measured. */
function reveal(node: HTMLElement, scene: SceneElement, scope: Scope): void {
  if (scene.mask !== undefined) node.classList.toggle('mask', flagOf(scene.mask, scope));
  if (scene.visible !== undefined) node.style.visibility = flagOf(scene.visible, scope) ? '' : 'hidden';
  if (scene.opacity !== undefined) node.style.opacity = String(numberOf(scene.opacity, scope));
}

type PinnedSide = 'left' | 'right' | 'top' | 'bottom' | 'center' | 'stretch' | undefined;

function pinned(side: PinnedSide, at: number, variable: string): string {
  if (side === undefined || side === 'center') return `${at}px`;
  const sign = side === 'right' || side === 'bottom' ? '+' : '-';
  return `calc(${at}px ${sign} var(${variable}, 0px))`;
}

function stretched(side: PinnedSide, size: number, variable: string): string {
  return side === 'stretch' ? `calc(${size}px + 2 * var(${variable}, 0px))` : `${size}px`;
}
