import { allElements, type StillElement } from '../schema/scene.ts';
import type { Step } from './path.ts';

type Elements = readonly StillElement[];

/** An element in drawing order, with its depth and its path under `elements`. */
export interface ElementRow {
  element: StillElement;
  depth: number;
  steps: Step[];
  /** Its index among its siblings, and their number. */
  place: { at: number; of: number };
}

/** The elements inside an element; none if it is not a container. */
export function heldBy(element: StillElement): StillElement[] {
  return 'elements' in element ? element.elements : [];
}

/** Every element, each container before the elements inside it. */
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

/** A free name: `box`, `box 2`, `box 3`. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  let id = name;
  for (let number = 2; taken.has(id); number++) id = `${name} ${number}`;
  return id;
}

export function idsOf(elements: Elements): Set<string> {
  return new Set([...allElements(elements)].map(({ id }) => id));
}

/** Where an element is: its list, its index there, and the position of the container with that list. */
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

/**
 * Adds an element after another one, or inside it if that is a container. Without such an element, adds it at the end.
 */
export function addElement(elements: StillElement[], element: StillElement, beside = ''): void {
  const { list, at } = spotOf(elements, beside) ?? { list: elements, at: elements.length };
  const neighbour = list[at];
  if (neighbour && 'elements' in neighbour) neighbour.elements.push(element);
  else list.splice(at + 1, 0, element);
}

/** Removes an element with everything inside it. */
export function removeElement(elements: StillElement[], id: string): void {
  const spot = spotOf(elements, id);
  spot?.list.splice(spot.at, 1);
}

/** Ways to move an element: among its siblings, into the container above it, or out of its own. */
export type ElementMove = 'up' | 'down' | 'into' | 'out';

/** Moves an element. Does nothing if the move is impossible. */
export function moveElement(elements: StillElement[], id: string, move: ElementMove): void {
  const spot = spotOf(elements, id);
  const [list, at] = (spot && targetOf(spot, move)) ?? [];
  if (!spot || !list) return;
  const [element] = spot.list.splice(spot.at, 1);
  if (element) list.splice(at ?? 0, 0, element);
}

/** The target list, and the index there after the element has left its own list. */
function targetOf({ list, at, holder }: Spot, move: ElementMove): [StillElement[], number] | undefined {
  if (move === 'out') return holder && [holder.list, holder.at + 1];
  const [above, below] = [list[at - 1], list[at + 1]];
  if (move === 'up') return above && [list, at - 1];
  if (move === 'down') return below && [list, at + 1];
  // The container is the sibling above, or the one below if the one above is not a container.
  if (above && 'elements' in above) return [above.elements, above.elements.length];
  return below && 'elements' in below ? [below.elements, 0] : undefined;
}
