import type { Fonts } from './fonts.ts';
import { applyTextStyle, loadFonts, type TextStyle } from './text-style.ts';

/** How words keep inside their frame. */
export interface Fit {
  /** The lines that they may take. */
  lines: number;
  /** The share of their size that they are made smaller to before they are cut. */
  smallest: number;
  place: 'top' | 'middle' | 'bottom';
}

/** Below this share of their size words are cut instead: smaller could not be read on a screen across the room. */
const usualSmallest = 0.6;
/** How words fit where a scene says nothing of it. */
export const oneLine: Fit = { lines: 1, smallest: usualSmallest, place: 'middle' };
/** Half of the height that a line is given at least, as a share of its size: words of other letters stay as large. */
const usualHalf = 0.58;
/** The size of words that are made smaller is told to this share of it. */
const finest = 0.005;
/** A canvas has figures of their own widths and the page has all as wide as a zero, which may be set a little wider itself. */
const spare = 1.05;

/** What words need from the page. */
export interface WordsPorts {
  document: Document;
  fonts: Fonts;
}

/**
 * Words that never leave their frame: they wrap to their lines, are made smaller, then cut with an ellipsis. They are
 * measured again when the frame changes, and when a font that they need has come.
 */
export class Words {
  readonly node: HTMLElement;
  readonly #words: HTMLElement;
  readonly #ports: WordsPorts;
  readonly #resizes: ResizeObserver;
  #style: TextStyle | undefined;
  #fit: Fit = oneLine;
  #text = '';
  /** The frame that they were last measured in. */
  #room: Size | undefined;
  #ink: Ink = { above: usualHalf, below: usualHalf, width: Infinity };

  constructor(ports: WordsPorts) {
    const { document } = ports;
    this.#ports = ports;
    this.node = document.createElement('div');
    this.#words = document.createElement('div');
    this.node.append(this.#words);
    this.#resizes = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.node;
      if (clientWidth === this.#room?.width && clientHeight === this.#room.height) return;
      this.#room = undefined;
      this.#measure();
    });
    this.#resizes.observe(this.node);
  }

  /** Shows words in a style, kept inside their frame as `fit` says. */
  show(text: string, style: TextStyle, fit = oneLine): void {
    const { fonts } = this.#ports;
    const same = isSame(style, this.#style) && isSame(fit, this.#fit);
    if (same && withoutFigures(text) === withoutFigures(this.#text)) return this.tick(text);
    this.#style = style;
    this.#fit = fit;
    this.node.className = `text ${fit.place}`;
    this.#words.className = fit.lines > 1 ? 'words lines' : 'words';
    this.#text = text;
    if (this.#words.textContent !== text) this.#words.textContent = text;
    // Setting it, to the same too, has the browser style for the direction of all that is inside.
    if (this.#words.dir !== style.direction) this.#words.dir = style.direction;
    applyTextStyle(this.node, style, { fonts, words: text });
    this.#measure();
    void loadFonts(style, text, fonts)?.then(() => this.#measure());
  }

  /** Shows other digits in the same style: they are as wide as those before, and are measured only where there are more. */
  tick(text: string): void {
    const before = this.#text;
    if (!this.#style || before === text) return;
    this.#text = text;
    this.#words.textContent = text;
    if (text.length !== before.length) this.#measure();
  }

  dispose(): void {
    this.#resizes.disconnect();
  }

  /**
   * The largest size that fits, by halving; words that do not fit at the smallest are cut there. Asking the browser whether
   * they fit costs a layout, so it is not asked about those that plainly do.
   */
  #measure(): void {
    if (!this.#style) return;
    this.#room ??= roomOf(this.node);
    if (!this.#room) return;
    for (const node of [this.node, this.#words]) node.classList.remove('cut');
    this.#ink = inkOf(this.#style.uppercase ? this.#text.toUpperCase() : this.#text, this.#style.size, this.node);
    this.#keepInk(this.#style);
    if (this.#plainlyFit(this.#style, this.#room)) {
      this.node.style.fontSize = `${this.#style.size}px`;
      return;
    }
    // A field may have made the frame another one in this very moment.
    this.#room = roomOf(this.node);
    if (this.#fits(1)) return;
    const { smallest } = this.#fit;
    // One line is as much too large for its frame as it says; only what wraps has to be tried out.
    const likely = Math.min(this.node.clientWidth / this.#words.scrollWidth, 1 - finest);
    if (this.#fit.lines === 1 && likely >= smallest && (this.#fits(likely) || this.#fits(likely - finest))) return;
    let [fitting, tooLarge] = [smallest, 1];
    if (!this.#fits(fitting)) return this.#cut();
    while (tooLarge - fitting > finest) {
      const middle = (fitting + tooLarge) / 2;
      if (this.#fits(middle)) fitting = middle;
      else tooLarge = middle;
    }
    this.#fits(fitting);
  }

  /** One line of words with room to spare, by what a canvas says of them. */
  #plainlyFit({ size, tracking }: TextStyle, { width, height }: Size): boolean {
    if (this.#fit.lines > 1) return false;
    const tracked = Math.max(0, tracking / 100) * this.#text.length;
    return (
      (this.#ink.width * spare + tracked) * size <= width &&
      2 * Math.max(this.#ink.above, this.#ink.below) * size <= height
    );
  }

  /** Words at an edge of their frame leave room for what hangs out of their line. */
  #keepInk({ leading }: TextStyle): void {
    const { above, below } = this.#ink;
    this.node.style.paddingTop = this.#fit.place === 'top' ? `${Math.max(0, above - leading / 2)}em` : '0';
    this.node.style.paddingBottom = this.#fit.place === 'bottom' ? `${Math.max(0, below - leading / 2)}em` : '0';
  }

  /** As many lines as there is room for; one at least. */
  #cut(): void {
    const line = parseFloat(this.node.style.fontSize) * (this.#style?.leading ?? 1);
    const room = Math.max(1, Math.floor((this.node.clientHeight + 1) / line));
    this.#words.style.webkitLineClamp = String(Math.min(this.#fit.lines, room));
    for (const node of [this.node, this.#words]) node.classList.add('cut');
  }

  /** Sets them at a share of their size. Lines are counted by the height that they take. */
  #fits(share: number): boolean {
    const { size = 0, leading = 1 } = this.#style ?? {};
    const at = size * share;
    this.node.style.fontSize = `${at}px`;
    if (this.#words.scrollWidth > this.node.clientWidth) return false;
    const lines = Math.max(1, Math.round(this.#words.offsetHeight / (at * leading)));
    const { above, below } = this.#ink;
    const height = ((lines - 1) * leading + 2 * Math.max(above, below)) * at;
    return lines <= this.#fit.lines && height <= this.node.clientHeight + 1;
  }
}

/** Words as they are without what their figures are: those are all of one width. */
function withoutFigures(text: string): string {
  return text.replace(/[0-9]/g, '0');
}

function isSame(one: TextStyle | Fit, other: TextStyle | Fit | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Size {
  width: number;
  height: number;
}

/** How large a node is, which costs a layout; nothing while it stands nowhere. */
function roomOf({ clientWidth: width, clientHeight: height }: HTMLElement): Size | undefined {
  return width === 0 ? undefined : { width, height };
}

/** How far letters reach from the middle of their line, and how wide they are in one line, as shares of their size. */
interface Ink {
  above: number;
  below: number;
  width: number;
}

let canvas: CanvasRenderingContext2D | null = null;

/** Browsers round the ascent of a font and the place of a line, both upwards, by a pixel each. */
const rounding = 2;

function inkOf(words: string, size: number, node: HTMLElement): Ink {
  canvas ??= node.ownerDocument.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('this browser draws no canvas');
  const { fontStyle, fontWeight, fontFamily } = node.style;
  canvas.font = `${fontStyle} ${fontWeight} 100px ${fontFamily}`;
  const ink = canvas.measureText(words);
  const middle = (ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2;
  return {
    above: Math.max(usualHalf, (ink.actualBoundingBoxAscent - middle) / 100 + rounding / size),
    below: Math.max(usualHalf, (ink.actualBoundingBoxDescent + middle) / 100),
    width: (/[1-9]/.test(words) ? canvas.measureText(withoutFigures(words)) : ink).width / 100,
  };
}
