import type { Bound } from '../scene/schema/bound.ts';
import type { Update } from '../scene/schema/motion.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { jsonOf, type Scope, textOf } from './binding.ts';
import type { DrawnElement } from './elements/drawn-element.ts';
import { type Way, wayBetween } from './keyframes.ts';
import { animate, stop } from './moving.ts';

/** An element that is drawn with one content. */
interface Layer {
  node: HTMLElement;
  drawn: DrawnElement;
  content: string;
  /** Its media are there. */
  ready: boolean;
}

/** What a swap needs of the element that it swaps. */
export interface Swapping {
  scene: SceneElement;
  update: Update;
  document: Document;
  draw: () => DrawnElement;
  /** Says that something which came later could not be drawn. */
  failed: (error: unknown) => void;
}

/** Whether a new value of an element changes places with the old one, as its `update` says. */
export function swaps(scene: SceneElement): boolean {
  return (scene.update?.leave ?? scene.update?.enter) !== undefined && contentReader(scene) !== undefined;
}

/**
 * An element whose contents change places while it is seen: the old one leaves while the new one enters. Never are more
 * than two in the picture: of the values that come meanwhile the newest follows when the two are done.
 */
export class Swap implements DrawnElement {
  readonly node: HTMLElement;
  readonly #of: Swapping;
  #present: Layer;
  /** Takes the place of the present one: it is on its way in. */
  #entering: Layer | undefined;
  /** Waits for its media, or for its turn. */
  #waiting: Layer | undefined;
  #animations: Animation[] = [];
  #scope: Scope | undefined;
  #shown = false;

  constructor(of: Swapping) {
    this.#of = of;
    this.node = of.document.createElement('div');
    this.node.className = 'holder';
    this.#present = this.#layer('');
    this.node.append(this.#present.node);
  }

  get stroke(): SVGElement | undefined {
    return this.#newest.drawn.stroke;
  }

  get lacking(): boolean {
    return (this.#waiting ?? this.#newest).drawn.lacking === true;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    if (!this.#shown) return this.#present.drawn.prepare?.(scope);
    return this.#layerFor(contentOf(this.#of.scene, scope)).drawn.prepare?.(scope);
  }

  show(scope: Scope, smooth: boolean): void {
    const content = contentOf(this.#of.scene, scope);
    if (!smooth || !this.#shown) return this.#cut(content, scope);
    this.#scope = scope;
    const layer = this.#layerFor(content);
    if (layer !== this.#waiting) {
      if (this.#waiting) this.#dropWaiting();
      return layer.drawn.show(scope, true);
    }
    const fetching = layer.ready ? undefined : layer.drawn.prepare?.(scope);
    layer.ready = !fetching;
    if (!fetching) return this.#follow();
    void fetching.then(() => {
      layer.ready = true;
      this.#attempt(() => this.#follow());
    });
  }

  onShown(shown: boolean): void {
    this.#shown = shown;
    if (!shown) this.#attempt(() => this.#finishAll());
    this.#present.drawn.onShown?.(shown);
  }

  press(field: string): void {
    this.#newest.drawn.press?.(field);
  }

  leave(): void {
    for (const layer of [this.#present, this.#entering, this.#waiting]) layer?.drawn.leave?.();
  }

  get #newest(): Layer {
    return this.#entering ?? this.#present;
  }

  /** The layer with this content: the newest that is seen, the one that waits, or a new one in its place. */
  #layerFor(content: string): Layer {
    if (content === this.#newest.content) return this.#newest;
    if (content === this.#waiting?.content) return this.#waiting;
    this.#dropWaiting();
    this.#waiting = this.#layer(content);
    return this.#waiting;
  }

  #layer(content: string): Layer {
    const node = this.#of.document.createElement('div');
    node.className = 'holder';
    const drawn = this.#of.draw();
    node.append(drawn.node);
    return { node, drawn, content, ready: false };
  }

  #cut(content: string, scope: Scope): void {
    this.#dropWaiting();
    this.#finish();
    this.#present.drawn.show(scope, false);
    this.#present.content = content;
  }

  /** The one that waits begins to enter, where nothing else does. */
  #follow(): void {
    const layer = this.#waiting;
    if (!layer?.ready || this.#entering || !this.#scope) return;
    this.node.append(layer.node);
    try {
      layer.drawn.show(this.#scope, false);
    } catch (error) {
      this.#dropWaiting();
      throw error;
    }
    if (layer.drawn.lacking) {
      // It goes on waiting, so that the page goes on saying what it lacks, and is tried again when it is asked for again.
      layer.node.remove();
      layer.ready = false;
      return;
    }
    layer.drawn.onShown?.(true);
    this.#waiting = undefined;
    this.#entering = layer;
    this.#animate(layer);
  }

  #animate(layer: Layer): void {
    const { leave = {}, enter = {}, duration, easing, overlap = 1 } = this.#of.update;
    const delay = duration * (1 - overlap);
    this.#animations = [
      ...moving(this.#present, wayBetween({}, leave, easing), { delay: 0, duration }),
      ...moving(layer, wayBetween(enter, {}, easing), { delay, duration }),
    ];
    const last = this.#animations.at(-1);
    if (last) last.onfinish = () => this.#attempt(() => this.#finishAll());
    else this.#finishAll();
  }

  #finishAll(): void {
    this.#finish();
    this.#follow();
    if (!this.#shown) this.#finish();
  }

  /** What was entering is there, and what it replaced is gone. */
  #finish(): void {
    this.#animations.forEach(stop);
    this.#animations = [];
    if (!this.#entering) return;
    this.#drop(this.#present);
    this.#present = this.#entering;
    this.#entering = undefined;
  }

  #dropWaiting(): void {
    if (this.#waiting) this.#drop(this.#waiting);
    this.#waiting = undefined;
  }

  #drop({ drawn, node }: Layer): void {
    drawn.onShown?.(false);
    drawn.leave?.();
    node.remove();
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#of.failed(error);
    }
  }
}

function moving({ node, drawn }: Layer, way: Way, timing: { delay: number; duration: number }): Animation[] {
  const begin = (target: HTMLElement | SVGElement | undefined, keyframes: Keyframe[] | undefined): Animation[] => {
    if (!target || !keyframes) return [];
    return [animate(target, keyframes, { ...timing, fill: 'both' })];
  };
  return [...begin(node, way.element), ...begin(drawn.stroke, way.stroke)];
}

type ContentReader = (scope: Scope) => unknown;

/** What of an element changes places; the others run over or are cut. */
function contentReader(scene: SceneElement): ContentReader | undefined {
  const text = (bound: Bound<string>): ContentReader => {
    return typeof bound === 'string' ? () => bound : (scope) => textOf(bound, scope);
  };
  switch (scene.kind) {
    case 'text':
      return text(scene.text);
    case 'image':
    case 'video':
      return text(scene.source);
    case 'path':
      return text(scene.path);
    case 'list':
      return (scope) => jsonOf(scene.items, scope);
    default:
      return undefined;
  }
}

function contentOf(scene: SceneElement, scope: Scope): string {
  return JSON.stringify(contentReader(scene)?.(scope));
}
