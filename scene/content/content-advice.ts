import type { ErrorDetail } from '../../contract/errors.ts';
import type { Composition, SubComposition } from '../schema/composition.ts';
import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import { preOrder } from '../../contract/model/control.ts';
import { holdsValue } from '../../contract/model/field.ts';
import { usualFrame, usualSafe } from '../schema/reference-frame.ts';
import type { StillElement } from '../schema/scene.ts';
import { unfitBindings, usedFields } from './binding-advice.ts';
import { elementsAtRest, type PlacedElement, type Rectangle } from './elements-at-rest.ts';
import type { Problem } from './fields.ts';
import { jsonPath } from '../../contract/json-path.ts';

export interface Installed {
  asset(id: string): boolean;
  graphic(id: string): boolean;
}

/** For checks without a service: assumes that all parts exist. */
export const everythingInstalled: Installed = { asset: () => true, graphic: () => true };

/** Milliseconds. Operators do not wait this long for a graphic, so a longer motion is probably a mistake. */
const longestMotion = 5_000;

export function contentAdvice(
  content: CompositionContent,
  { root, stage }: Composition,
  installed: Installed,
): ErrorDetail[] {
  const frame = { ...(stage ?? usualFrame), x: 0, y: 0 };
  const safe = inset(frame, stage?.safe?.graphics ?? usualSafe.graphics);
  return [...preOrder([root])].flatMap((sub) => {
    const entry = content.compositions[sub.id];
    if (!entry) return [];
    const found = [
      ...placeAdvice(sub, entry, { frame, safe }),
      ...unfitBindings(entry, sub.fields),
      ...unusedFields(sub, entry),
      ...motionAdvice(sub, entry),
      ...missingParts(entry, installed),
    ];
    return found.map(({ steps, message }) => ({ path: jsonPath(['compositions', sub.id, ...steps]), message }));
  });
}

function inset({ x, y, width, height }: Rectangle, share: number): Rectangle {
  return {
    x: x + width * share,
    y: y + height * share,
    width: width * (1 - 2 * share),
    height: height * (1 - 2 * share),
  };
}

/** Kinds that viewers read. A crawl is excluded, because it leaves the picture on purpose. */
const reading: ReadonlySet<StillElement['kind']> = new Set(['text', 'timer', 'clock', 'list']);

/** Warns of elements outside the picture, and of text outside the safe area, which some television sets crop. */
function placeAdvice(
  { fields }: SubComposition,
  { elements }: ContentEntry,
  { frame, safe }: { frame: Rectangle; safe: Rectangle },
): Problem[] {
  const values = Object.fromEntries(fields.map(({ id, defaultValue }) => [id, defaultValue]));
  const away = new Set<PlacedElement>();
  return [...elementsAtRest(elements, values)].flatMap((placed) => {
    const { element, covers, inside, steps } = placed;
    // A sound has no position; a repeater places its elements by the number of its members.
    const laidOut = inside.some((holder) => holder.element.kind === 'repeater');
    if (!covers || element.kind === 'sound' || laidOut || inside.some((holder) => away.has(holder))) return [];
    if (!meets(covers, frame)) {
      away.add(placed);
      return [{ steps: [...steps, 'frame'], message: 'stands outside of the picture while it is In' }];
    }
    if (!reading.has(element.kind) || isWithin(covers, safe)) return [];
    return [{ steps: [...steps, 'frame'], message: leaves(safe) }];
  });
}

function leaves({ x, y, width, height }: Rectangle): string {
  const [left, right, top, bottom] = [x, x + width, y, y + height].map(Math.round);
  return `leaves the graphics-safe area, x from ${left} to ${right} and y from ${top} to ${bottom}`;
}

function meets(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    one.y < other.y + other.height &&
    one.x + one.width > other.x &&
    one.y + one.height > other.y
  );
}

function isWithin(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x - 0.5 &&
    inner.y >= outer.y - 0.5 &&
    inner.x + inner.width <= outer.x + outer.width + 0.5 &&
    inner.y + inner.height <= outer.y + outer.height + 0.5
  );
}

function unusedFields({ fields, widget }: SubComposition, entry: ContentEntry): Problem[] {
  const used = usedFields(entry.elements);
  for (const { activeId } of widget?.model.groups ?? []) if (activeId !== undefined) used.add(activeId);
  const place = ['dataSources', 'composition', 'controlNode', ...(widget ? ['widget', 'model'] : []), 'fields'];
  return fields.flatMap((field, at) =>
    used.has(field.id) || !holdsValue(field)
      ? []
      : [{ steps: [...place, at], message: `no element shows the field "${field.title || field.id}"` }],
  );
}

function motionAdvice({ secondTimeline }: SubComposition, { groups }: ContentEntry): Problem[] {
  return Object.entries(groups).flatMap(([id, { effects }]) => {
    const at = ['groups', id, 'effects'];
    const problems: Problem[] = [];
    for (const line of ['In', 'Out2'] as const) {
      const { delay = 0, duration = 0 } = effects[line] ?? {};
      if (delay + duration > longestMotion) problems.push(tooLong([...at, line], delay + duration));
    }
    const change = effects.Update?.duration ?? 0;
    if (change > longestMotion) problems.push(tooLong([...at, 'Update'], change));
    if (effects.Out2 && !secondTimeline) {
      const message = 'never runs: compositionProps.timeline2Active does not say that there is a second timeline';
      problems.push({ steps: [...at, 'Out2'], message });
    }
    return problems;
  });
}

function tooLong(steps: readonly PropertyKey[], time: number): Problem {
  return { steps, message: `takes ${time / 1000} seconds, which is long for a graphic` };
}

const assetPath = /^\/media\/assets\/([^./]*)/;

function missingParts(part: object, installed: Installed, steps: readonly PropertyKey[] = []): Problem[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const at = [...steps, Array.isArray(part) ? Number(key) : key];
    if (typeof value === 'object' && value !== null) return missingParts(value, installed, at);
    if (typeof value !== 'string') return [];
    const asset = assetPath.exec(value)?.[1];
    if (asset !== undefined && !installed.asset(asset)) {
      return [{ steps: at, message: `there is no uploaded file ${value}` }];
    }
    const isGraphic = key === 'graphic' && 'kind' in part && part.kind === 'graphic';
    if (!isGraphic || installed.graphic(value)) return [];
    return [{ steps: at, message: `there is no installed graphic with the id "${value}"` }];
  });
}
