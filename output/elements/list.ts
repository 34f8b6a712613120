import type { ElementOf } from '../../scene/schema/scene.ts';
import { colorOf, jsonOf, numberOf, numberWithin, type Scope } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';
import type { Fonts } from '../text/fonts.ts';
import { applyTextStyle, loadFonts, type TextStyle, textStyleOf } from '../text/text-style.ts';

interface ListRow {
  label: string;
  value: string;
}

/** The rows of a JSON list that fit in the frame. */
export class DrawnList implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'list'>;
  readonly #fonts: Fonts;

  constructor(scene: ElementOf<'list'>, fonts: Fonts) {
    this.#scene = scene;
    this.#fonts = fonts;
    this.node = document.createElement('div');
    this.node.className = 'list';
  }

  prepare(scope: Scope): Promise<void> | undefined {
    return loadFonts(textStyleOf(this.#scene, scope), wordsIn(this.#rows(scope)), this.#fonts);
  }

  show(scope: Scope): void {
    const rows = this.#rows(scope);
    const height = this.#lineHeight(scope);
    const style = textStyleOf(this.#scene, scope);
    const [value, rule] = [colorOf(this.#scene.valueColor, scope), colorOf(this.#scene.rule, scope)];
    applyTextStyle(this.node, style, { fonts: this.#fonts, words: wordsIn(rows) });
    this.node.style.setProperty('--value', value);
    this.node.style.setProperty('--rule', rule);
    this.node.replaceChildren(...rows.map((row) => this.#row(row, height, style)));
  }

  /** Throws if the JSON is not a list, so that the last good list stays. */
  #rows(scope: Scope): ListRow[] {
    const { items, frame } = this.#scene;
    const rows = rowsOf(jsonOf(items, scope));
    return rows.slice(0, Math.floor(numberOf(frame.height, scope) / this.#lineHeight(scope)));
  }

  #lineHeight(scope: Scope): number {
    return numberWithin(this.#scene.lineHeight, scope, [1, Infinity]);
  }

  #row({ label, value }: ListRow, height: number, { direction }: TextStyle): HTMLElement {
    const row = document.createElement('div');
    row.className = 'row';
    row.style.height = `${height}px`;
    for (const [name, words] of Object.entries({ label, value })) {
      const part = document.createElement('span');
      part.className = name;
      part.dir = direction;
      part.textContent = words;
      row.append(part);
    }
    return row;
  }
}

function rowsOf(items: unknown): ListRow[] {
  if (!Array.isArray(items)) throw new Error('the list is not a JSON array');
  return items.map((item: unknown, at) => {
    const { label, value }: Record<string, unknown> = typeof item === 'object' ? { ...item } : { label: item };
    const words = wordsOf(label);
    if (words === undefined) throw new Error(`item ${at} of the list is neither a text nor {label, value}`);
    return { label: words, value: wordsOf(value) ?? '' };
  });
}

function wordsOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function wordsIn(rows: readonly ListRow[]): string {
  return rows.map(({ label, value }) => `${label} ${value}`).join(' ');
}
