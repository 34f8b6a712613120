import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, colorOf, numberOf, type Scope, textOf } from '../binding.ts';
import { div, type DrawnElement } from './drawn-element.ts';
import { EachFrame } from '../motion/each-frame.ts';
import type { Fonts } from '../text/fonts.ts';
import { applyTextStyle, loadFonts, type TextStyle, textStyleOf } from '../text/text-style.ts';

/** Width in px. */
interface CrawlItem {
  node: HTMLElement;
  width: number;
}

/** Milliseconds. A page that was asleep resumes where it was, instead of moving hours of band in one frame. */
const longestStep = 100;
/** Pixels filled with items: twice the widest picture. Filling any frame that a scene sets would stall the page. */
const longestBand = 32_768;

/**
 * An endless band of items. New items join behind the visible ones, so nothing a viewer reads is pulled away; only
 * items outside the frame are replaced. Positions are pixels from the exit edge.
 */
export class DrawnCrawl implements DrawnElement {
  readonly node = div('');
  readonly #scene: ElementOf<'crawl'>;
  readonly #fonts: Fonts;
  readonly #track = div('track');
  readonly #frames = new EachFrame((passed) => this.#advance(passed));
  #toward: 'left' | 'right' | undefined;
  #direction: TextStyle['direction'] = 'auto';
  #text: string | undefined;
  #items: string[] = [];
  #next = 0;
  #band: CrawlItem[] = [];
  #offset = 0;
  #start = 0;
  #speed = 0;

  constructor(scene: ElementOf<'crawl'>, fonts: Fonts) {
    this.#scene = scene;
    this.#fonts = fonts;
    this.node.append(this.#track);
  }

  prepare(scope: Scope): Promise<void> | undefined {
    return loadFonts(textStyleOf(this.#scene, scope), textOf(this.#scene.text, scope), this.#fonts);
  }

  show(scope: Scope): void {
    const { toward = 'left', start, speed, separator } = this.#scene;
    const text = textOf(this.#scene.text, scope);
    const style = textStyleOf(this.#scene, scope);
    const edge = choiceOf(toward, scope, choices.toward);
    const mark = colorOf(separator, scope);
    this.#speed = Math.max(0, numberOf(speed, scope));
    this.#start = numberOf(start, scope);
    this.#setDirection(style.direction);
    // Old items stay on the band, so the font families must serve them too.
    applyTextStyle(this.node, style, { fonts: this.#fonts, words: `${text} ${this.#text ?? ''}` });
    this.node.style.setProperty('--separator', mark);
    this.#measure();
    void loadFonts(style, text, this.#fonts)?.then(() => this.#measure());
    if (text !== this.#text) this.#setText(text);
    if (edge !== this.#toward) this.#setToward(edge);
  }

  onShown(shown: boolean): void {
    if (shown === this.#frames.running) return;
    if (shown) this.#restart();
    this.#frames.run(shown);
  }

  dispose(): void {
    this.#frames.run(false);
  }

  #setToward(toward: 'left' | 'right'): void {
    this.#toward = toward;
    this.node.className = toward === 'right' ? 'crawl rightward' : 'crawl';
    // Items follow each other against the direction of travel, whatever their script.
    this.#track.dir = toward === 'right' ? 'rtl' : 'ltr';
    this.#restart();
  }

  #setDirection(direction: TextStyle['direction']): void {
    if (direction === this.#direction) return;
    this.#direction = direction;
    for (const words of this.#track.querySelectorAll<HTMLElement>('.item > span')) words.dir = direction;
  }

  #setText(text: string): void {
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

  #restart(): void {
    this.#band = [];
    this.#track.replaceChildren();
    this.#next = 0;
    this.#offset = this.#start;
    this.#fill();
    this.#place();
  }

  #advance(passed: number): void {
    this.#offset -= (this.#speed * Math.min(passed, longestStep)) / 1_000;
    for (let first = this.#band[0]; first && this.#offset + first.width <= 0; first = this.#band[0]) {
      this.#offset += first.width;
      first.node.remove();
      this.#band.shift();
    }
    // An empty band starts again at the edge, not beyond it.
    if (this.#band.length === 0) this.#offset = Math.max(this.#offset, this.#room);
    this.#fill();
    this.#place();
  }

  #place(): void {
    this.#track.style.transform = `translate3d(${this.#toward === 'right' ? -this.#offset : this.#offset}px, 0, 0)`;
  }

  get #room(): number {
    return Math.min(this.node.clientWidth, longestBand);
  }

  #end(): number {
    return this.#band.reduce((end, item) => end + item.width, this.#offset);
  }

  /** A band without a layout has no width and takes no items. */
  #fill(): void {
    const room = this.#room;
    for (let end = this.#end(); room > 0 && this.#items.length > 0 && end <= room;) {
      const item = this.#append(this.#items[this.#next % this.#items.length] ?? '');
      this.#next += 1;
      end += item.width;
    }
  }

  #append(words: string): CrawlItem {
    const node = document.createElement('span');
    node.className = 'item';
    const inner = document.createElement('span');
    inner.dir = this.#direction;
    inner.textContent = words;
    node.append(inner);
    this.#track.append(node);
    const item = { node, width: widthOf(node) };
    this.#band.push(item);
    return item;
  }

  /** Item widths change when a font arrives. The first item keeps its position. */
  #measure(): void {
    for (const item of this.#band) {
      item.node.style.width = '';
      item.width = widthOf(item.node);
    }
  }

  #dropUnseen(): void {
    let end = this.#end();
    for (let last = this.#band.at(-1); last && end - last.width >= this.#room; last = this.#band.at(-1)) {
      end -= last.width;
      last.node.remove();
      this.#band.pop();
    }
  }
}

/** Rounded up and then fixed, so that removing an item moves the others by exactly this width. */
function widthOf(node: HTMLElement): number {
  const width = Math.max(1, node.offsetWidth + 1);
  node.style.width = `${width}px`;
  return width;
}
