import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import type { Motion } from '../schema/motion.ts';
import type { StillElement } from '../schema/scene.ts';
import { type ElementMove, elementOf, elementRows, freeId, heldBy, idsOf } from './elements.ts';
import { withValueAt } from './path.ts';
import { withEntry, withEntryEdited } from './sub-compositions.ts';
import { ownOf } from '../../contract/own.ts';

export type Effects = ContentEntry['groups'][string]['effects'];
export type EffectName = keyof Effects;

export interface ElementPlace {
  sub: string;
  element: string;
}

/** Adds it after `beside`, or inside if that is a container; without it, at the end. The returned id is new. */
export function withNewElement(
  content: CompositionContent,
  { sub, element: beside = '' }: { sub: string; element: string | undefined },
  made: StillElement,
): { content: CompositionContent; id: string } {
  const id = freeId(made.id, idsOf(content.compositions[sub]?.elements ?? []));
  const add = ({ elements }: ContentEntry): void => {
    const { list, at } = spotOf(elements, beside) ?? { list: elements, at: elements.length };
    const neighbour = list[at];
    if (neighbour && 'elements' in neighbour) neighbour.elements.push({ ...made, id });
    else list.splice(at + 1, 0, { ...made, id });
  };
  return { content: withEntryEdited(content, sub, add), id };
}

export function withoutElement(content: CompositionContent, { sub, element }: ElementPlace): CompositionContent {
  return withEntryEdited(content, sub, (entry) => {
    const spot = spotOf(entry.elements, element);
    spot?.list.splice(spot.at, 1);
    const ids = idsOf(entry.elements);
    entry.groups = Object.fromEntries(Object.entries(entry.groups).filter(([id]) => ids.has(id)));
  });
}

export function withElementMoved(
  content: CompositionContent,
  { sub, element: id }: ElementPlace,
  move: ElementMove,
): CompositionContent {
  return withEntryEdited(content, sub, ({ elements }) => {
    const spot = spotOf(elements, id);
    const [list, at] = (spot && targetOf(spot, move)) ?? [];
    if (!spot || !list) return;
    const [element] = spot.list.splice(spot.at, 1);
    if (element) list.splice(at ?? 0, 0, element);
  });
}

interface Spot {
  list: StillElement[];
  at: number;
  holder: Spot | undefined;
}

function spotOf(list: StillElement[], id: string, holder?: Spot): Spot | undefined {
  for (const [at, element] of list.entries()) {
    const spot = { list, at, holder };
    const found = element.id === id ? spot : spotOf(heldBy(element), id, spot);
    if (found) return found;
  }
  return undefined;
}

/** The index counts after the element has left its own list. */
function targetOf({ list, at, holder }: Spot, move: ElementMove): [StillElement[], number] | undefined {
  if (move === 'out') return holder && [holder.list, holder.at + 1];
  const [above, below] = [list[at - 1], list[at + 1]];
  if (move === 'up') return above && [list, at - 1];
  if (move === 'down') return below && [list, at + 1];
  // Prefers the sibling above if both are containers.
  if (above && 'elements' in above) return [above.elements, above.elements.length];
  return below && 'elements' in below ? [below.elements, 0] : undefined;
}

/** The motions stay with the element, even under a new id. */
export function withElement(
  content: CompositionContent,
  { sub, element: id }: ElementPlace,
  element: StillElement,
): CompositionContent {
  return withEntry(content, sub, (entry) => {
    const row = elementRows(entry.elements).find((each) => each.element.id === id);
    if (!row) return entry;
    const elements = withValueAt(entry.elements, row.steps, element);
    const groups = Object.entries(entry.groups).map(([key, group]) => [key === id ? element.id : key, group]);
    return { ...entry, elements, groups: Object.fromEntries(groups) as ContentEntry['groups'] };
  });
}

export function withEffects(
  content: CompositionContent,
  { sub, element }: ElementPlace,
  effects: Effects,
): CompositionContent {
  const has = Object.values(effects).some((effect) => effect !== undefined);
  return withEntry(content, sub, (entry) => withValueAt(entry, ['groups', element], has ? { effects } : undefined));
}

export function effectsOf(entry: ContentEntry, element: string): Effects {
  return ownOf(entry.groups, element)?.effects ?? {};
}

const firstMotion: Motion = { offset: { opacity: 0 }, delay: 0, duration: 400, easing: 'ease-out' };

export const firstEffects: Required<{ [Name in EffectName]: NonNullable<Effects[Name]> }> = {
  In: firstMotion,
  Out2: { ...firstMotion, easing: 'ease-in' },
  Loop: { delay: 0, duration: 1_000, easing: 'ease-in-out', through: [{ at: 0.5, offset: { opacity: 0.5 } }] },
  Update: { leave: { opacity: 0 }, enter: { opacity: 0 }, duration: 300, easing: 'ease-in-out' },
};

export function hasElement(entry: ContentEntry | undefined, id: string): boolean {
  return entry !== undefined && elementOf(entry.elements, id) !== undefined;
}
