import type { Size } from '../page/stage.ts';
import type { Fonts } from './fonts.ts';
import { applyTextStyle, loadFonts, type TextStyle } from './text-style.ts';

export interface Fit {
  lines: number;
  /** The smallest share of the size to shrink to before cutting. */
  smallest: number;
  place: 'top' | 'middle' | 'bottom';
}

/** Smaller words could not be read across a room. */
const usualSmallest = 0.6;
export const oneLine: Fit = { lines: 1, smallest: usualSmallest, place: 'middle' };
/** Least height above and below a line's middle, as a share of the size: scripts keep the same size. */
const usualHalf = 0.58;
/** The precision of shrinking, as a share of the size. */
const finest = 0.005;
/** Covers the difference between the page's tabular figures and the proportional ones that a canvas measures. */
const spare = 1.05;

/**
 * Words that never leave their frame: they wrap, then shrink, then end in an ellipsis. Measured again when the frame
 * changes or a font has loaded.
 */
export class Words {
  readonly node: HTMLElement;
  readonly #words: HTMLElement;
  readonly #fonts: Fonts;
  readonly #resizes: ResizeObserver;
  #style: TextStyle | undefined;
  #fit: Fit = oneLine;
  #text = '';
  #room: Size | undefined;
  #ink: Ink = { above: usualHalf, below: usualHalf, width: Infinity };

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
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

  show(text: string, style: TextStyle, fit = oneLine): void {
    const same = isSame(style, this.#style) && isSame(fit, this.#fit);
    if (same && withoutFigures(text) === withoutFigures(this.#text)) return this.tick(text);
    this.#style = style;
    this.#fit = fit;
    this.node.className = `text ${fit.place}`;
    this.#words.className = fit.lines > 1 ? 'words lines' : 'words';
    this.#text = text;
    if (this.#words.textContent !== text) this.#words.textContent = text;
    // Setting `dir`, even to the same value, makes the browser recompute the direction of everything inside.
    if (this.#words.dir !== style.direction) this.#words.dir = style.direction;
    applyTextStyle(this.node, style, { fonts: this.#fonts, words: text });
    this.#measure();
    void loadFonts(style, text, this.#fonts)?.then(() => this.#measure());
  }

  /** Shows other digits. Digits have equal widths, so only a change of their number needs a measurement. */
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
   * Finds the largest size that fits, by bisection; words too long for the smallest size are cut. Each test costs a
   * layout, so obvious fits are not tested.
   */
  #measure(): void {
    if (!this.#style) return;
    this.#room ??= roomOf(this.node);
    if (!this.#room) return;
    for (const node of [this.node, this.#words]) node.classList.remove('cut');
    Object.assign(this.#words.style, { maxWidth: '', justifySelf: '' });
    this.#ink = inkOf(this.#style.uppercase ? this.#text.toUpperCase() : this.#text, this.#style.size, this.node);
    this.#keepInk(this.#style);
    if (this.#plainlyFit(this.#style, this.#room)) {
      this.node.style.fontSize = `${this.#style.size}px`;
      return;
    }
    // A field may have changed the frame just now.
    this.#room = roomOf(this.node);
    if (this.#fits(1)) return this.#balance();
    const { smallest } = this.#fit;
    // The overflow of a single line gives its shrinking. Only wrapped text needs trials.
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
    this.#balance();
  }

  /** Lines of like length: the narrowest width with as many. Only newer engines have `text-wrap: balance`. */
  #balance(): void {
    const { offsetHeight: height, style } = this.#words;
    const line = parseFloat(this.node.style.fontSize) * (this.#style?.leading ?? 1);
    const lines = Math.round(height / line);
    if (lines < 2) return;
    // By the direction of the words, as `text-align`; that of the grid around them may be another one.
    style.justifySelf = (this.#style?.align ?? '').replace(/^(start|end)$/, 'self-$1');
    let [tooNarrow, fitting] = [(this.node.clientWidth * (lines - 1)) / lines / 2, this.node.clientWidth];
    while (fitting - tooNarrow > 1) {
      const middle = (tooNarrow + fitting) / 2;
      style.maxWidth = `${middle}px`;
      if (this.#words.offsetHeight > height || this.#words.scrollWidth > Math.ceil(middle)) tooNarrow = middle;
      else fitting = middle;
    }
    style.maxWidth = `${fitting}px`;
  }

  /** A single line fits with room to spare, by a canvas's measurements. */
  #plainlyFit({ size, tracking }: TextStyle, { width, height }: Size): boolean {
    if (this.#fit.lines > 1) return false;
    const tracked = Math.max(0, tracking / 100) * this.#text.length;
    return (
      (this.#ink.width * spare + tracked) * size <= width &&
      2 * Math.max(this.#ink.above, this.#ink.below) * size <= height
    );
  }

  /** Words at the top or bottom of their frame keep room for ink beyond the line. */
  #keepInk({ leading }: TextStyle): void {
    const { above, below } = this.#ink;
    this.node.style.paddingTop = this.#fit.place === 'top' ? `${Math.max(0, above - leading / 2)}em` : '0';
    this.node.style.paddingBottom = this.#fit.place === 'bottom' ? `${Math.max(0, below - leading / 2)}em` : '0';
  }

  /** Keeps at least one line. */
  #cut(): void {
    const line = parseFloat(this.node.style.fontSize) * (this.#style?.leading ?? 1);
    const room = Math.max(1, Math.floor((this.node.clientHeight + 1) / line));
    this.#words.style.webkitLineClamp = String(Math.min(this.#fit.lines, room));
    for (const node of [this.node, this.#words]) node.classList.add('cut');
  }

  /** Sets the words at a share of their size; returns whether they fit. Their height gives the number of lines. */
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

function withoutFigures(text: string): string {
  return text.replace(/[0-9]/g, '0');
}

function isSame(one: TextStyle | Fit, other: TextStyle | Fit | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Costs a layout. Undefined before the layout. */
function roomOf({ clientWidth: width, clientHeight: height }: HTMLElement): Size | undefined {
  return width === 0 ? undefined : { width, height };
}

/** Reach of letters above and below their line's middle, and their width on one line, as shares of the size. */
interface Ink {
  above: number;
  below: number;
  width: number;
}

let canvas: CanvasRenderingContext2D | null = null;

/** Browsers round up a font's ascent and a line's position, by up to a pixel each. */
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
