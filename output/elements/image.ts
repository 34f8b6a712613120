import type { Payload } from '../../contract/model/field.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';

interface Loading {
  source: string;
  picture: HTMLImageElement;
  state: 'loading' | 'ready' | 'failed';
  settled: Promise<void>;
}

/** A picture that is changed only when the new one is decoded, so that there is no frame without one. */
export class Image implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'image'>;
  readonly #surroundings: Surroundings;
  #wanted: Loading | undefined;
  /** The picture was asked for by `show`, not only prepared: it is swapped in as soon as it is decoded. */
  #due = false;

  constructor(scene: ElementOf<'image'>, surroundings: Surroundings) {
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.node = surroundings.document.createElement('div');
    this.node.className = 'picture';
  }

  prepare(values: Payload): Promise<void> | undefined {
    const source = textOf(this.#scene.source, values);
    if (source === '') return undefined;
    // One that failed is tried again when it is asked for again: it may have come to exist meanwhile.
    if (this.#wanted?.source !== source || this.#wanted.state === 'failed') this.#load(source);
    return this.#wanted?.state === 'loading' ? this.#wanted.settled : undefined;
  }

  show(values: Payload): void {
    if (textOf(this.#scene.source, values) === '') {
      this.#wanted = undefined;
      this.node.replaceChildren();
      return;
    }
    this.#due = true;
    this.#swap();
  }

  #load(source: string): void {
    const picture = this.#surroundings.document.createElement('img');
    picture.alt = '';
    picture.className = 'picture';
    picture.style.objectFit = this.#scene.fit;
    picture.src = this.#surroundings.address(source);
    const settled = picture.decode().then(
      () => this.#settle(loading, 'ready'),
      () => this.#settle(loading, 'failed'),
    );
    const loading: Loading = { source, picture, state: 'loading', settled };
    this.#wanted = loading;
    this.#due = false;
  }

  #settle(loading: Loading, state: 'ready' | 'failed'): void {
    loading.state = state;
    if (state === 'failed') console.warn(`on air: the picture ${loading.source} cannot be shown; the last one stays`);
    if (this.#due) this.#swap();
  }

  #swap(): void {
    if (this.#wanted?.state !== 'ready' || this.#wanted.picture.parentNode) return;
    this.node.replaceChildren(this.#wanted.picture);
  }
}
