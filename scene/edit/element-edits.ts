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

export type Effects = ContentEntry['groups'][string]['effects'];
export type EffectName = keyof Effects;

export interface ElementPlace {
  sub: string;
  element: string;
}

/** The returned id is new in its sub-composition. */
export function withNewElement(
  content: CompositionContent,
  { sub, element: beside }: { sub: string; element: string | undefined },
  made: StillElement,
): { content: CompositionContent; id: string } {
  const id = freeId(made.id, idsOf(content.compositions[sub]?.elements ?? []));
  const add = ({ elements }: ContentEntry): void => addElement(elements, { ...made, id }, beside);
  return { content: withEntryEdited(content, sub, add), id };
}

export function withoutElement(content: CompositionContent, { sub, element }: ElementPlace): CompositionContent {
  return withEntryEdited(content, sub, (entry) => {
    removeElement(entry.elements, element);
    const ids = idsOf(entry.elements);
    entry.groups = Object.fromEntries(Object.entries(entry.groups).filter(([id]) => ids.has(id)));
  });
}

export function withElementMoved(
  content: CompositionContent,
  { sub, element }: ElementPlace,
  move: ElementMove,
): CompositionContent {
  return withEntryEdited(content, sub, ({ elements }) => moveElement(elements, element, move));
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
  return entry.groups[element]?.effects ?? {};
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
