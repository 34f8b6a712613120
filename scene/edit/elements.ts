import { allElements, type StillElement } from '../schema/scene.ts';
import type { Step } from './path.ts';

type Elements = readonly StillElement[];

/** An element in the order in which it is drawn, with how deep it is nested and where it stands under `elements`. */
export interface ElementRow {
  element: StillElement;
  depth: number;
  steps: Step[];
  /** Its place among its neighbours, and how many they are. */
  place: { at: number; of: number };
}

/** The elements of a holder; none where it holds none. */
export function heldBy(element: StillElement): StillElement[] {
  return 'elements' in element ? element.elements : [];
}

/** Every element, those that are held below the one that holds them. */
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

/** A name that no element has yet: `box`, `box 2`, `box 3`. */
export function freeId(wished: string, taken: ReadonlySet<string>): string {
  let id = wished;
  for (let number = 2; taken.has(id); number++) id = `${wished} ${number}`;
  return id;
}

export function idsOf(elements: Elements): Set<string> {
  return new Set([...allElements(elements)].map(({ id }) => id));
}

/** With an element after the one that is named, inside of it where it is a holder, at the end where none is. */
export function withAdded(elements: Elements, element: StillElement, beside: string | undefined): StillElement[] {
  if (beside === undefined || !elementOf(elements, beside)) return [...elements, element];
  return elements.flatMap((present): StillElement[] => {
    if (present.id === beside && 'elements' in present) {
      return [{ ...present, elements: [...present.elements, element] }];
    }
    if (present.id === beside) return [present, element];
    if (!elementOf(heldBy(present), beside)) return [present];
    return [holding(present, withAdded(heldBy(present), element, beside))];
  });
}

export function without(elements: Elements, id: string): StillElement[] {
  return elements
    .filter((element) => element.id !== id)
    .map((element) => ('elements' in element ? holding(element, without(element.elements, id)) : element));
}

/** Ways to move an element: among its neighbours, into the holder above it, or out of its own. */
export type ElementMove = 'up' | 'down' | 'into' | 'out';

/** With an element moved; as it was where there is no such way to go. */
export function withMoved(elements: Elements, id: string, move: ElementMove): StillElement[] {
  const at = elements.findIndex((element) => element.id === id);
  const element = elements[at];
  if (!element) return elements.flatMap((present) => inHolder(present, id, move));
  if (move === 'out') return [...elements];
  if (move === 'into') return intoAbove(elements, at);
  const to = move === 'up' ? at - 1 : at + 1;
  if (to < 0 || to >= elements.length) return [...elements];
  const others = elements.filter((other) => other !== element);
  return [...others.slice(0, to), element, ...others.slice(to)];
}

function inHolder(present: StillElement, id: string, move: ElementMove): StillElement[] {
  const held = heldBy(present);
  const element = elementOf(held, id);
  if (!element) return [present];
  const leaves = move === 'out' && held.includes(element);
  if (leaves) return [holding(present, without(held, id)), element];
  return [holding(present, withMoved(held, id, move))];
}

/** The holder is the neighbour above, or where that holds nothing, the one below. */
function intoAbove(elements: Elements, at: number): StillElement[] {
  const element = elements[at];
  const holder = [elements[at - 1], elements[at + 1]].find((near) => near && 'elements' in near);
  if (!element || !holder) return [...elements];
  const joined = at > elements.indexOf(holder) ? [...heldBy(holder), element] : [element, ...heldBy(holder)];
  return elements
    .filter((other) => other !== element)
    .map((other) => (other === holder ? holding(holder, joined) : other));
}

function holding(holder: StillElement, elements: StillElement[]): StillElement {
  return { ...holder, elements } as StillElement;
}
