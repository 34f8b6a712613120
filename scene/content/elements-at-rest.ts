import type { Bound } from '../schema/bound.ts';
import { evaluate, parseExpression, type Term } from '../expression/expression.ts';
import { ownOf } from '../../contract/own.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { StillElement } from '../schema/scene.ts';

/** Pixels of the reference frame. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedElement {
  element: StillElement;
  /** The path within its entry: `elements`, 1, `elements`, 0. */
  steps: readonly PropertyKey[];
  /** Ignores rotation. Undefined if the field values do not determine it. */
  covers: Rectangle | undefined;
  inside: readonly PlacedElement[];
}

export function* elementsAtRest(
  elements: readonly StillElement[],
  values: Payload,
  inside: readonly PlacedElement[] = [],
): Generator<PlacedElement> {
  const holder = inside.at(-1);
  for (const [at, element] of elements.entries()) {
    const from = holder ? holder.covers : { x: 0, y: 0 };
    const placed: PlacedElement = {
      element,
      steps: [...(holder?.steps ?? []), 'elements', at],
      covers: from && rectangleOf(element, values, from),
      inside,
    };
    yield placed;
    if ('elements' in element) yield* elementsAtRest(element.elements, values, [...inside, placed]);
  }
}

function rectangleOf({ frame }: StillElement, values: Payload, from: { x: number; y: number }): Rectangle | undefined {
  const [x, y, width, height] = [frame.x, frame.y, frame.width, frame.height].map((bound) => numberOf(bound, values));
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x: from.x + x, y: from.y + y, width, height };
}

function numberOf(bound: Bound<number>, values: Payload): number | undefined {
  if (typeof bound === 'number') return bound;
  const value = 'field' in bound ? ownOf(values, bound.field) : evaluateArithmetic(bound.expression, values);
  const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Undefined without a value, and beyond arithmetic: checking 10,000 elements must stay fast. */
function evaluateArithmetic(text: string, values: Payload): unknown {
  const expression = parseExpression(text);
  if (!isArithmetic(expression.term)) return undefined;
  try {
    return evaluate(expression, (name) => ownOf(values, name));
  } catch {
    // The content reader has already checked the expression; it is drawn without a value.
    return undefined;
  }
}

function isArithmetic(term: Term): boolean {
  switch (term.kind) {
    case 'value':
    case 'name':
      return true;
    case 'minus':
    case 'not':
      return isArithmetic(term.of);
    case 'choice':
      return [term.condition, term.then, term.otherwise].every(isArithmetic);
    case 'binary':
      return term.operator !== '&' && isArithmetic(term.left) && isArithmetic(term.right);
    default:
      return false;
  }
}
