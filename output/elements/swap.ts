import type { Update } from '../../scene/schema/motion.ts';
import type { ElementOf, SceneElement } from '../../scene/schema/scene.ts';
import { jsonOf, type Scope, textOf } from '../binding.ts';
import { div, type DrawnElement } from './drawn-element.ts';
import { type MotionKeyframes, keyframesBetween } from '../motion/keyframes.ts';
import { animate, stop } from '../motion/animations.ts';

interface SwapLayer {
  node: HTMLElement;
  drawn: DrawnElement;
  content: string;
  /** `show` asked for it; `prepare` alone does not. */
  due: boolean;
}

type SwappedElement = SceneElement & { update: Update };

/** A new value replaces the old one by an animation (`update`). */
export function isSwapped(scene: SceneElement): scene is SwappedElement {
  return (scene.update?.leave ?? scene.update?.enter) !== undefined && valueReaders[scene.kind] !== undefined;
}

/**
 * An element whose content changes by an animation while visible: the old content leaves while the new one enters. At
 * most two are visible at once. Of values that arrive meanwhile, only the newest follows.
 */
export class DrawnSwap implements DrawnElement {
  readonly node = div('holder');
  readonly #scene: SwappedElement;
  readonly #draw: () => DrawnElement;
  readonly #failed: (error: unknown) => void;
  #current: SwapLayer;
  /** Replaces the current layer when its animation ends. */
  #entering: SwapLayer | undefined;
  /** Waits for `show`, or for the running animation to end. */
  #waiting: SwapLayer | undefined;
  #animations: Animation[] = [];
  #scope: Scope | undefined;
  #shown = false;

  constructor(scene: SwappedElement, draw: () => DrawnElement, failed: (error: unknown) => void) {
    this.#scene = scene;
    this.#draw = draw;
    this.#failed = failed;
    this.#current = this.#layer('');
    this.node.append(this.#current.node);
  }

  get stroke(): SVGElement | undefined {
    return this.#newest.drawn.stroke;
  }

  get mediaMissing(): boolean {
    return (this.#waiting ?? this.#newest).drawn.mediaMissing === true;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    if (!this.#shown) return this.#current.drawn.prepare?.(scope);
    return this.#layerFor(contentKey(this.#scene, scope)).drawn.prepare?.(scope);
  }

  show(scope: Scope, smooth: boolean): void {
    const content = contentKey(this.#scene, scope);
    if (!smooth || !this.#shown) return this.#replace(content, scope);
    this.#scope = scope;
    const layer = this.#layerFor(content);
    if (layer !== this.#waiting) {
      if (this.#waiting) this.#dropWaiting();
      return layer.drawn.show(scope, true);
    }
    layer.due = true;
    this.#enterWaiting();
  }

  onShown(shown: boolean): void {
    this.#shown = shown;
    if (!shown) this.#guard(() => this.#finishAll());
    this.#current.drawn.onShown?.(shown);
  }

  press(field: string): void {
    this.#newest.drawn.press?.(field);
  }

  dispose(): void {
    for (const layer of [this.#current, this.#entering, this.#waiting]) layer?.drawn.dispose?.();
  }

  get #newest(): SwapLayer {
    return this.#entering ?? this.#current;
  }

  /** The layer with this content: the newest visible, the waiting, or a new one in place of the waiting. */
  #layerFor(content: string): SwapLayer {
    if (content === this.#newest.content) return this.#newest;
    if (content === this.#waiting?.content) return this.#waiting;
    this.#dropWaiting();
    this.#waiting = this.#layer(content);
    return this.#waiting;
  }

  #layer(content: string): SwapLayer {
    const node = div('holder');
    const drawn = this.#draw();
    node.append(drawn.node);
    return { node, drawn, content, due: false };
  }

  #replace(content: string, scope: Scope): void {
    const prepared = this.#waiting?.content === content ? this.#waiting : undefined;
    if (prepared) this.#waiting = undefined;
    this.#dropWaiting();
    this.#finish();
    if (prepared) {
      this.#drop(this.#current);
      this.#current = prepared;
      this.node.append(prepared.node);
      prepared.drawn.onShown?.(this.#shown);
    }
    this.#current.drawn.show(scope, false);
    this.#current.content = content;
  }

  #enterWaiting(): void {
    const layer = this.#waiting;
    if (!layer?.due || this.#entering || !this.#scope) return;
    this.node.append(layer.node);
    try {
      layer.drawn.show(this.#scope, false);
    } catch (error) {
      this.#dropWaiting();
      throw error;
    }
    layer.drawn.onShown?.(true);
    this.#waiting = undefined;
    this.#entering = layer;
    this.#animate(layer);
  }

  #animate(layer: SwapLayer): void {
    const { leave = {}, enter = {}, duration, easing, overlap = 1 } = this.#scene.update;
    const delay = duration * (1 - overlap);
    this.#animations = [
      ...animateLayer(this.#current, keyframesBetween({}, leave, easing), { delay: 0, duration }),
      ...animateLayer(layer, keyframesBetween(enter, {}, easing), { delay, duration }),
    ];
    const last = this.#animations.at(-1);
    if (last) last.onfinish = () => this.#guard(() => this.#finishAll());
    else this.#finishAll();
  }

  #finishAll(): void {
    this.#finish();
    this.#enterWaiting();
    if (!this.#shown) this.#finish();
  }

  #finish(): void {
    this.#animations.forEach(stop);
    this.#animations = [];
    if (!this.#entering) return;
    this.#drop(this.#current);
    this.#current = this.#entering;
    this.#entering = undefined;
  }

  #dropWaiting(): void {
    if (this.#waiting) this.#drop(this.#waiting);
    this.#waiting = undefined;
  }

  #drop({ drawn, node }: SwapLayer): void {
    drawn.onShown?.(false);
    drawn.dispose?.();
    node.remove();
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#failed(error);
    }
  }
}

function animateLayer(
  { node, drawn }: SwapLayer,
  keyframes: MotionKeyframes,
  timing: { delay: number; duration: number },
): Animation[] {
  const begin = (target: HTMLElement | SVGElement | undefined, keyframes: Keyframe[] | undefined): Animation[] => {
    if (!target || !keyframes) return [];
    return [animate(target, keyframes, { ...timing, fill: 'both' })];
  };
  return [...begin(node, keyframes.element), ...begin(drawn.stroke, keyframes.stroke)];
}

type ValueReader<Kind extends SceneElement['kind']> = (scene: ElementOf<Kind>, scope: Scope) => unknown;

/** The property whose changes are animated. Others change by a transition or a cut. */
const valueReaders: { [Kind in SceneElement['kind']]?: ValueReader<Kind> } = {
  text: ({ text }, scope) => textOf(text, scope),
  image: ({ source }, scope) => textOf(source, scope),
  video: ({ source }, scope) => textOf(source, scope),
  path: ({ path }, scope) => textOf(path, scope),
  list: ({ items }, scope) => jsonOf(items, scope),
};

function contentKey(scene: SceneElement, scope: Scope): string {
  const read = valueReaders[scene.kind] as ValueReader<SceneElement['kind']> | undefined;
  return JSON.stringify(read?.(scene, scope));
}
