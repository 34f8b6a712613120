import type { ElementOf } from '../../scene/schema/scene.ts';
import { colorOf, jsonOf, numberOf, numberWithin, type Scope } from '../binding.ts';
import { div, type DrawnElement } from './drawn-element.ts';
import type { Fonts } from '../text/fonts.ts';
import { applyTextStyle, loadFonts, type TextStyle, textStyleOf } from '../text/text-style.ts';

interface ListRow {
  label: string;
  value: string;
}

/** The rows of a JSON list that fit in the frame. */
export function drawList(scene: ElementOf<'list'>, fonts: Fonts): DrawnElement {
  const node = div('list');
  const lineHeight = (scope: Scope): number => numberWithin(scene.lineHeight, scope, [1, Infinity]);
  /** Throws if the JSON is not a list, so that the last good list stays. */
  const shownRows = (scope: Scope): ListRow[] => {
    const rows = rowsOf(jsonOf(scene.items, scope));
    return rows.slice(0, Math.floor(numberOf(scene.frame.height, scope) / lineHeight(scope)));
  };
  return {
    node,
    prepare: (scope) => loadFonts(textStyleOf(scene, scope), wordsIn(shownRows(scope)), fonts),
    show(scope) {
      const rows = shownRows(scope);
      const height = lineHeight(scope);
      const style = textStyleOf(scene, scope);
      const [value, rule] = [colorOf(scene.valueColor, scope), colorOf(scene.rule, scope)];
      applyTextStyle(node, style, { fonts, words: wordsIn(rows) });
      node.style.setProperty('--value', value);
      node.style.setProperty('--rule', rule);
      node.replaceChildren(...rows.map((row) => drawRow(row, height, style)));
    },
  };
}

function drawRow({ label, value }: ListRow, height: number, { direction }: TextStyle): HTMLElement {
  const row = div('row');
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
