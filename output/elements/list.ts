import type { Payload } from '../../contract/model/field.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { colorOf, textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { applyTextStyle } from './text-style.ts';

interface Line {
  label: string;
  value: string;
}

/** The lines of a JSON list, as many as the frame has room for. */
export class List implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'list'>;
  readonly #document: Document;
  #json: string | undefined;

  constructor(scene: ElementOf<'list'>, { document }: Surroundings) {
    this.#scene = scene;
    this.#document = document;
    this.node = document.createElement('div');
    this.node.className = 'list';
  }

  show(values: Payload): void {
    const json = textOf(this.#scene.items, values);
    const rows = json === this.#json ? undefined : linesOf(json).map((line) => this.#row(line));
    applyTextStyle(this.node, this.#scene, values);
    this.node.style.setProperty('--value', colorOf(this.#scene.valueColor, values));
    this.node.style.setProperty('--rule', colorOf(this.#scene.rule, values));
    if (!rows) return;
    this.#json = json;
    this.node.replaceChildren(...rows.slice(0, Math.floor(this.#scene.frame.height / this.#scene.lineHeight)));
  }

  #row({ label, value }: Line): HTMLElement {
    const row = this.#document.createElement('div');
    row.className = 'row';
    row.style.height = `${this.#scene.lineHeight}px`;
    row.append(this.#part('label', label), this.#part('value', value));
    return row;
  }

  #part(name: string, words: string): HTMLElement {
    const part = this.#document.createElement('span');
    part.className = name;
    part.dir = 'auto';
    part.textContent = words;
    return part;
  }
}

/** The lines of a JSON array; throws where the JSON is something else, so that the last good list stays. */
function linesOf(json: string): Line[] {
  const items: unknown = JSON.parse(json);
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
