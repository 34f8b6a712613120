import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import type { Motion } from '../schema/motion.ts';
import type { StillElement } from '../schema/scene.ts';
import { type ElementMove, elementOf, elementRows, freeId, idsOf, withAdded, withMoved, without } from './elements.ts';
import { withValueAt } from './path.ts';
import { withEntry } from './sub-compositions.ts';

/** The parts that an element has in the timelines, as a content names them. */
export type Effects = ContentEntry['groups'][string]['effects'];
export type EffectName = keyof Effects;

/** Where an element is: its sub-composition and its id. */
export interface ElementPlace {
  sub: string;
  element: string;
}

/** With a new element beside the one that is chosen; gives its id, which is free in its sub-composition. */
export function withNewElement(
  content: CompositionContent,
  { sub, element: beside }: { sub: string; element: string | undefined },
  made: StillElement,
): { content: CompositionContent; id: string } {
  const entry = content.compositions[sub];
  if (!entry) return { content, id: made.id };
  const id = freeId(made.id, idsOf(entry.elements));
  const elements = withAdded(entry.elements, { ...made, id }, beside);
  return { content: withEntry(content, sub, (present) => ({ ...present, elements })), id };
}

/** Without an element, what it holds, and their motions. */
export function withoutElement(content: CompositionContent, { sub, element }: ElementPlace): CompositionContent {
  return withEntry(content, sub, (entry) => {
    const elements = without(entry.elements, element);
    const ids = idsOf(elements);
    const groups = Object.fromEntries(Object.entries(entry.groups).filter(([id]) => ids.has(id)));
    return { ...entry, elements, groups };
  });
}

export function withElementMoved(
  content: CompositionContent,
  { sub, element }: ElementPlace,
  move: ElementMove,
): CompositionContent {
  return withEntry(content, sub, (entry) => ({ ...entry, elements: withMoved(entry.elements, element, move) }));
}

/** With an element in the place of one; its motions stay with it also under another id. */
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

/** With these motions; an element that has none is not listed. */
export function withEffects(
  content: CompositionContent,
  { sub, element }: ElementPlace,
  effects: Effects,
): CompositionContent {
  const has = Object.values(effects).some((effect) => effect !== undefined);
  return withEntry(content, sub, (entry) => withValueAt(entry, ['groups', element], has ? { effects } : undefined));
}

export function effectsOf(entry: ContentEntry, element: string): Effects {
  return entry.groups[element]?.effects ?? {};
}

/** How an element begins to move where it did not yet: it appears, or disappears, where it is. */
export const firstMotion: Motion = { offset: { opacity: 0 }, delay: 0, duration: 400, easing: 'ease-out' };

/** What each part in the timelines begins as. */
export const firstEffects: Required<{ [Name in EffectName]: NonNullable<Effects[Name]> }> = {
  In: firstMotion,
  Out2: { ...firstMotion, easing: 'ease-in' },
  Loop: { delay: 0, duration: 1_000, easing: 'ease-in-out', through: [{ at: 0.5, offset: { opacity: 0.5 } }] },
  Update: { leave: { opacity: 0 }, enter: { opacity: 0 }, duration: 300, easing: 'ease-in-out' },
};

/** Whether a sub-composition has an element of this id. */
export function hasElement(entry: ContentEntry | undefined, id: string): boolean {
  return entry !== undefined && elementOf(entry.elements, id) !== undefined;
}
