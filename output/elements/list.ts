import type { ElementOf } from '../../scene/schema/scene.ts';
import { colorOf, jsonOf, numberOf, numberWithin, type Scope } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { applyLook, fontsFor, type Look, lookOf } from './text-style.ts';

interface Line {
  label: string;
  value: string;
}

/** The lines of a JSON list, as many as the frame has room for. */
export class List implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'list'>;
  readonly #surroundings: Surroundings;

  constructor(scene: ElementOf<'list'>, surroundings: Surroundings) {
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.node = surroundings.document.createElement('div');
    this.node.className = 'list';
  }

  prepare(scope: Scope): Promise<void> | undefined {
    return fontsFor(lookOf(this.#scene, scope), wordsIn(this.#lines(scope)), this.#surroundings.fonts);
  }

  show(scope: Scope): void {
    const lines = this.#lines(scope);
    const height = this.#lineHeight(scope);
    const look = lookOf(this.#scene, scope);
    const [value, rule] = [colorOf(this.#scene.valueColor, scope), colorOf(this.#scene.rule, scope)];
    applyLook(this.node, look, { fonts: this.#surroundings.fonts, words: wordsIn(lines) });
    this.node.style.setProperty('--value', value);
    this.node.style.setProperty('--rule', rule);
    this.node.replaceChildren(...lines.map((line) => this.#row(line, height, look)));
  }

  /** As many as there is room for; throws where the JSON is something else, so that the last good list stays. */
  #lines(scope: Scope): Line[] {
    const { items, frame } = this.#scene;
    const lines = linesOf(jsonOf(items, scope));
    return lines.slice(0, Math.floor(numberOf(frame.height, scope) / this.#lineHeight(scope)));
  }

  #lineHeight(scope: Scope): number {
    return numberWithin(this.#scene.lineHeight, scope, [1, Infinity]);
  }

  #row({ label, value }: Line, height: number, { direction }: Look): HTMLElement {
    const row = this.#surroundings.document.createElement('div');
    row.className = 'row';
    row.style.height = `${height}px`;
    for (const [name, words] of Object.entries({ label, value })) {
      const part = this.#surroundings.document.createElement('span');
      part.className = name;
      part.dir = direction;
      part.textContent = words;
      row.append(part);
    }
    return row;
  }
}

function linesOf(items: unknown): Line[] {
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

function wordsIn(lines: readonly Line[]): string {
  return lines.map(({ label, value }) => `${label} ${value}`).join(' ');
}
