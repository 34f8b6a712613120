import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import type { Motion } from '../schema/motion.ts';
import type { StillElement } from '../schema/scene.ts';
import {
  addElement,
  type ElementMove,
  elementOf,
  elementRows,
  freeId,
  idsOf,
  moveElement,
  removeElement,
} from './elements.ts';
import { withValueAt } from './path.ts';
import { withEntry, withEntryEdited } from './sub-compositions.ts';

/** The motions of an element, as stored in a content. */
export type Effects = ContentEntry['groups'][string]['effects'];
export type EffectName = keyof Effects;

/** Where an element is: its sub-composition and its id. */
export interface ElementPlace {
  sub: string;
  element: string;
}

/** Adds a new element after the chosen one. Gives its id, which is free in its sub-composition. */
export function withNewElement(
  content: CompositionContent,
  { sub, element: beside }: { sub: string; element: string | undefined },
  made: StillElement,
): { content: CompositionContent; id: string } {
  const id = freeId(made.id, idsOf(content.compositions[sub]?.elements ?? []));
  const add = ({ elements }: ContentEntry): void => addElement(elements, { ...made, id }, beside);
  return { content: withEntryEdited(content, sub, add), id };
}

/** Removes an element, everything inside it, and their motions. */
export function withoutElement(content: CompositionContent, { sub, element }: ElementPlace): CompositionContent {
  return withEntryEdited(content, sub, (entry) => {
    removeElement(entry.elements, element);
    const ids = idsOf(entry.elements);
    entry.groups = Object.fromEntries(Object.entries(entry.groups).filter(([id]) => ids.has(id)));
  });
}

/** Moves an element. The content is unchanged if the move is impossible. */
export function withElementMoved(
  content: CompositionContent,
  { sub, element }: ElementPlace,
  move: ElementMove,
): CompositionContent {
  return withEntryEdited(content, sub, ({ elements }) => moveElement(elements, element, move));
}

/** Replaces an element. Its motions stay with it, even under a new id. */
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

/** Sets the motions of an element. An element without motions is not listed. */
export function withEffects(
  content: CompositionContent,
  { sub, element }: ElementPlace,
  effects: Effects,
): CompositionContent {
  const has = Object.values(effects).some((effect) => effect !== undefined);
  return withEntry(content, sub, (entry) => withValueAt(entry, ['groups', element], has ? { effects } : undefined));
}

/** The motions of an element; none if it does not move. */
export function effectsOf(entry: ContentEntry, element: string): Effects {
  return entry.groups[element]?.effects ?? {};
}

/** The first motion of a still element: a fade in place. */
const firstMotion: Motion = { offset: { opacity: 0 }, delay: 0, duration: 400, easing: 'ease-out' };

/** The initial value of each motion. */
export const firstEffects: Required<{ [Name in EffectName]: NonNullable<Effects[Name]> }> = {
  In: firstMotion,
  Out2: { ...firstMotion, easing: 'ease-in' },
  Loop: { delay: 0, duration: 1_000, easing: 'ease-in-out', through: [{ at: 0.5, offset: { opacity: 0.5 } }] },
  Update: { leave: { opacity: 0 }, enter: { opacity: 0 }, duration: 300, easing: 'ease-in-out' },
};

/** Whether a sub-composition has an element with this id. */
export function hasElement(entry: ContentEntry | undefined, id: string): boolean {
  return entry !== undefined && elementOf(entry.elements, id) !== undefined;
}
