import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import { contentOf } from '../../../scene/content/content.ts';
import { ids, smallShow } from './small-show.ts';

/** A content whose expressions have so many characters together, in elements of one sub-composition after another. */
export function hostileContent(characters: number): CompositionContent {
  const expression = `1${'+1'.repeat(499)}`;
  const bound = (n: number) => ({ expression: `${expression}${n % 10}` });
  const boxes = Array.from({ length: Math.floor(characters / 4_000) }, (_, n) => ({
    kind: 'box' as const,
    id: `box${n}`,
    frame: { x: bound(n), y: bound(n + 1), width: bound(n + 2), height: bound(n + 3) },
    fill: 'red',
  }));
  const content = contentOf(smallShow);
  const entry = content.compositions[ids.home];
  if (!entry) throw new Error('The small show has no home team.');
  const group = (n: number) => ({
    kind: 'group' as const,
    id: `group${n}`,
    frame: { x: 0, y: 0, width: 1, height: 1 },
    elements: boxes.slice(n * 400, (n + 1) * 400),
  });
  entry.elements = Array.from({ length: Math.ceil(boxes.length / 400) }, (_, n) => group(n));
  return content;
}

/** A content of as many elements as there may be, in one sub-composition, with texts that make it almost as long as it may be. */
export function crowdedContent(): CompositionContent {
  const content = contentOf(smallShow);
  const entry = content.compositions[ids.home];
  if (!entry) throw new Error('The small show has no home team.');
  const look = { size: 30, weight: 700, align: 'left', color: '#ffffff' } as const;
  const text = (n: number) => ({
    kind: 'text' as const,
    id: `text${n}`,
    text: `${'x'.repeat(50)}${n}`,
    ...look,
    frame: { x: n % 1_000, y: 1, width: 100, height: 40 },
  });
  const group = (n: number) => ({
    kind: 'group' as const,
    id: `group${n}`,
    frame: { x: 0, y: 0, width: 1, height: 1 },
    elements: Array.from({ length: 400 }, (_, at) => text(400 * n + at)),
  });
  entry.elements = Array.from({ length: 90 }, (_, n) => group(n));
  return content;
}
