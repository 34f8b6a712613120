import { allElements, type StillElement } from '../schema/scene.ts';
import type { Step } from './path.ts';

type Elements = readonly StillElement[];

export interface ElementRow {
  element: StillElement;
  depth: number;
  steps: Step[];
  place: { at: number; of: number };
}

export function heldBy(element: StillElement): StillElement[] {
  return 'elements' in element ? element.elements : [];
}

/** Each container comes before its elements. */
export function elementRows(elements: Elements, depth = 0, above: readonly Step[] = []): ElementRow[] {
  return elements.flatMap((element, at) => {
    const steps = [...above, at];
    const row = { element, depth, steps, place: { at, of: elements.length } };
    return [row, ...elementRows(heldBy(element), depth + 1, [...steps, 'elements'])];
  });
}

export function elementOf(elements: Elements, id: string): StillElement | undefined {
  return [...allElements(elements)].find((element) => element.id === id);
}

export function freeId(name: string, taken: ReadonlySet<string>): string {
  let id = name;
  for (let number = 2; taken.has(id); number++) id = `${name} ${number}`;
  return id;
}

export function idsOf(elements: Elements): Set<string> {
  return new Set([...allElements(elements)].map(({ id }) => id));
}

/** `into` enters the neighboring container, `out` leaves the present one. */
export type ElementMove = 'up' | 'down' | 'into' | 'out';
