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

/** Adds it after `beside`, or inside if that is a container; without such an element, at the end. */
export function addElement(elements: StillElement[], element: StillElement, beside = ''): void {
  const { list, at } = spotOf(elements, beside) ?? { list: elements, at: elements.length };
  const neighbour = list[at];
  if (neighbour && 'elements' in neighbour) neighbour.elements.push(element);
  else list.splice(at + 1, 0, element);
}

export function removeElement(elements: StillElement[], id: string): void {
  const spot = spotOf(elements, id);
  spot?.list.splice(spot.at, 1);
}

/** `into` enters the neighboring container, `out` leaves the present one. */
export type ElementMove = 'up' | 'down' | 'into' | 'out';

export function moveElement(elements: StillElement[], id: string, move: ElementMove): void {
  const spot = spotOf(elements, id);
  const [list, at] = (spot && targetOf(spot, move)) ?? [];
  if (!spot || !list) return;
  const [element] = spot.list.splice(spot.at, 1);
  if (element) list.splice(at ?? 0, 0, element);
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
