import { allElements, type StillElement } from '../schema/scene.ts';
import type { Step } from './path.ts';

type Elements = readonly StillElement[];

/** An element in the order in which it is drawn, with its depth and its place under `elements`. */
export interface ElementRow {
  element: StillElement;
  depth: number;
  steps: Step[];
  /** Its place among its neighbours, and how many they are. */
  place: { at: number; of: number };
}

/** The elements inside of an element; none where it is no holder. */
export function heldBy(element: StillElement): StillElement[] {
  return 'elements' in element ? element.elements : [];
}

/** Every element, each holder before the elements inside of it. */
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

/** A name that is not taken: `box`, `box 2`, `box 3`. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  let id = name;
  for (let number = 2; taken.has(id); number++) id = `${name} ${number}`;
  return id;
}

export function idsOf(elements: Elements): Set<string> {
  return new Set([...allElements(elements)].map(({ id }) => id));
}

/** Where an element is: the list that has it, its place there, and the place of the holder of that list. */
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

/** Adds an element after another one, inside of it where that is a holder, and at the end where there is no such one. */
export function addElement(elements: StillElement[], element: StillElement, beside = ''): void {
  const { list, at } = spotOf(elements, beside) ?? { list: elements, at: elements.length };
  const neighbour = list[at];
  if (neighbour && 'elements' in neighbour) neighbour.elements.push(element);
  else list.splice(at + 1, 0, element);
}

/** Removes an element with everything inside of it. */
export function removeElement(elements: StillElement[], id: string): void {
  const spot = spotOf(elements, id);
  spot?.list.splice(spot.at, 1);
}

/** Ways to move an element: among its neighbours, into the holder above it, or out of its own. */
export type ElementMove = 'up' | 'down' | 'into' | 'out';

/** Moves an element. Nothing changes where there is no such way to go. */
export function moveElement(elements: StillElement[], id: string, move: ElementMove): void {
  const spot = spotOf(elements, id);
  const [list, at] = (spot && targetOf(spot, move)) ?? [];
  if (!spot || !list) return;
  const [element] = spot.list.splice(spot.at, 1);
  if (element) list.splice(at ?? 0, 0, element);
}

/** The list that an element moves to, and its place there once it has left its own. */
function targetOf({ list, at, holder }: Spot, move: ElementMove): [StillElement[], number] | undefined {
  if (move === 'out') return holder && [holder.list, holder.at + 1];
  const [above, below] = [list[at - 1], list[at + 1]];
  if (move === 'up') return above && [list, at - 1];
  if (move === 'down') return below && [list, at + 1];
  // The holder is the neighbour above, or the one below where the one above holds nothing.
  if (above && 'elements' in above) return [above.elements, above.elements.length];
  return below && 'elements' in below ? [below.elements, 0] : undefined;
}
