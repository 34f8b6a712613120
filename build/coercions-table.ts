import { coercions, type CoercionExample } from '../contract/model/coercions.ts';
import { firstItemCoercions, itemCoercions } from '../contract/service-api/item-coercions.ts';

export function coercionsTable(): string {
  const head = ['field', 'is also taken', 'is stored as', 'such as'];
  const rows = coercions.map(({ types, taken, stored, examples }) => [
    types.join(', '),
    taken,
    stored,
    examples.slice(0, 1).map(exampleWords).join(''),
  ]);
  const widths = head.map((title, at) => Math.max(...[head, ...rows].map((cells) => (cells[at] ?? title).length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Lists the coercions of row 31; with `first`, also those of rows 9 and 10. */
export function itemCoercionsList(generation: 'first' | 'second'): string {
  const rows = generation === 'first' ? [...itemCoercions, ...firstItemCoercions] : itemCoercions;
  return rows.map(({ taken }) => `- ${taken}`).join('\n');
}

function exampleWords({ input, stored }: CoercionExample): string {
  return `\`${JSON.stringify(input)}\` → \`${JSON.stringify(stored)}\``;
}
