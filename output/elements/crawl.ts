import type { Payload } from '../../contract/model/field.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { colorOf, numberOf, textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { EachFrame } from './each-frame.ts';
import { applyTextStyle } from './text-style.ts';

/** An item on the band, and how much of the band it takes. */
interface Item {
  node: HTMLElement;
  width: number;
}

/** A page that was asleep goes on where it was, instead of running hours of band through one frame. */
const longestStep = 100;

/**
 * An endless band of items. New text joins at the right edge behind what can be seen, so that what a viewer reads is
 * never pulled away; only what is still outside the frame is replaced.
 */
export class Crawl implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'crawl'>;
  readonly #document: Document;
  readonly #track: HTMLElement;
  readonly #frames = new EachFrame((passed) => this.#run(passed));
  #text: string | undefined;
  #items: string[] = [];
  #next = 0;
  #band: Item[] = [];
  #left = 0;
  #speed = 0;

  constructor(scene: ElementOf<'crawl'>, { document }: Surroundings) {
    this.#scene = scene;
    this.#document = document;
    this.node = document.createElement('div');
    this.node.className = 'crawl';
    this.#track = document.createElement('div');
    this.#track.className = 'track';
    this.node.append(this.#track);
  }

  show(values: Payload): void {
    const text = textOf(this.#scene.text, values);
    this.#speed = Math.max(0, numberOf(this.#scene.speed, values));
    applyTextStyle(this.node, this.#scene, values);
    this.node.style.setProperty('--separator', colorOf(this.#scene.separator, values));
    if (text === this.#text) return;
    this.#text = text;
    this.#items = text
      .split(/\r?\n/)
      .map((item) => item.trim())
      .filter((item) => item !== '');
    this.#next = 0;
    if (!this.#frames.running) return this.#restart();
    this.#dropUnseen();
    this.#fill();
  }

  onShown(shown: boolean): void {
    if (shown === this.#frames.running) return;
    if (shown) this.#restart();
    this.#frames.run(shown);
  }

  #restart(): void {
    this.#band = [];
    this.#track.replaceChildren();
    this.#next = 0;
    this.#left = this.#scene.start;
    this.#fill();
    this.#place();
  }

  #run(passed: number): void {
    this.#left -= (this.#speed * Math.min(passed, longestStep)) / 1_000;
    for (let first = this.#band[0]; first && this.#left + first.width <= 0; first = this.#band[0]) {
      this.#left += first.width;
      first.node.remove();
      this.#band.shift();
    }
    // An emptied band begins anew at the edge, not behind it.
    if (this.#band.length === 0) this.#left = Math.max(this.#left, this.#scene.frame.width);
    this.#fill();
    this.#place();
  }

  #place(): void {
    this.#track.style.transform = `translate3d(${this.#left}px, 0, 0)`;
  }

  #end(): number {
    return this.#band.reduce((end, item) => end + item.width, this.#left);
  }

  #fill(): void {
    for (let end = this.#end(); this.#items.length > 0 && end <= this.#scene.frame.width;) {
      const item = this.#append(this.#items[this.#next % this.#items.length] ?? '');
      this.#next += 1;
      end += item.width;
    }
  }

  /** The width is rounded up and then fixed, so that taking an item off the band moves the others by exactly as much. */
  #append(words: string): Item {
    const node = this.#document.createElement('span');
    node.className = 'item';
    node.dir = 'auto';
    node.textContent = words;
    this.#track.append(node);
    const width = Math.max(1, node.offsetWidth + 1);
    node.style.width = `${width}px`;
    const item = { node, width };
    this.#band.push(item);
    return item;
  }

  #dropUnseen(): void {
    let end = this.#end();
    for (let last = this.#band.at(-1); last && end - last.width >= this.#scene.frame.width; last = this.#band.at(-1)) {
      end -= last.width;
      last.node.remove();
      this.#band.pop();
    }
  }
}
