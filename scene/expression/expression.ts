import { FunctionCall, expressionFunctions } from './expression-functions.ts';
import {
  type BinaryOperator,
  type Expression,
  mostCharacters,
  parseExpression,
  type Term,
} from './expression-parser.ts';
import {
  described,
  Evaluation,
  ExpressionError,
  type ExpressionValue,
  isTruthy,
  isList,
  numeric,
} from './expression-value.ts';

/**
 * Formulas over field values: `upper(name)`, `home & ' - ' & away`, `goals > 2 ? 'yes' : 'no'`, `json(table)[0].points
 * + 1`. `docs/scene-format.md` explains them. They cannot reach JavaScript, and evaluation is bounded.
 *
 * Numeric text counts as a number in arithmetic, and in comparisons if both sides are numeric. Other texts compare by
 * character.
 */
export { type Expression, ExpressionError, type ExpressionValue, mostCharacters, parseExpression, type Term };

export type Lookup = (name: string) => ExpressionValue | undefined;

export const repeaterNames: ReadonlySet<string> = new Set(['item', 'index', 'count']);

/** @throws ExpressionError with the position of the mistake if the expression has no value */
export function evaluate(expression: Expression, lookup: Lookup): ExpressionValue {
  return valueOf(expression.term, { lookup, evaluation: new Evaluation() });
}

interface EvaluationContext {
  lookup: Lookup;
  evaluation: Evaluation;
}

function valueOf(term: Term, context: EvaluationContext): ExpressionValue {
  const { at } = term;
  context.evaluation.charge(1, at);
  switch (term.kind) {
    case 'value':
      return term.value;
    case 'name':
      return valueOfName(term.name, at, context.lookup);
    case 'member':
      return memberOf(valueOf(term.of, context), valueOf(term.key, context), at);
    case 'call': {
      const args = term.args.map((arg) => valueOf(arg, context));
      const result = expressionFunctions.get(term.name)?.run(new FunctionCall(args, at, context.evaluation)) ?? null;
      return typeof result === 'number' ? context.evaluation.finite(result, at) : result;
    }
    case 'minus':
      return -context.evaluation.number(valueOf(term.of, context), at);
    case 'not':
      return !isTruthy(valueOf(term.of, context));
    case 'choice':
      return valueOf(isTruthy(valueOf(term.condition, context)) ? term.then : term.otherwise, context);
    case 'binary':
      return valueOfBinary(term, context);
  }
}

function valueOfName(name: string, at: number, lookup: Lookup): ExpressionValue {
  const value = lookup(name);
  if (value === undefined) throw new ExpressionError(`there is no field "${name}"`, at);
  return value;
}

/** A missing member is null, so that incomplete tables can be drawn. Only own properties are accessible. */
function memberOf(of: ExpressionValue, key: ExpressionValue, at: number): ExpressionValue {
  if (of === null) return null;
  if (isList(of)) {
    const place = numeric(key);
    if (place === undefined) throw new ExpressionError(`a list has places, not ${described(key)}`, at);
    return Number.isInteger(place) && place >= 0 ? (of[place] ?? null) : null;
  }
  if (typeof of !== 'object') throw new ExpressionError(`${described(of)} has no members`, at);
  const name = String(typeof key === 'object' ? described(key) : key);
  return Object.hasOwn(of, name) ? (of[name] ?? null) : null;
}

function valueOfBinary(term: Extract<Term, { kind: 'binary' }>, context: EvaluationContext): ExpressionValue {
  const { operator, at } = term;
  const left = valueOf(term.left, context);
  if (operator === 'or') return isTruthy(left) || isTruthy(valueOf(term.right, context));
  if (operator === 'and') return isTruthy(left) && isTruthy(valueOf(term.right, context));
  const right = valueOf(term.right, context);
  const { evaluation } = context;
  if (operator === '&') return evaluation.limited(evaluation.text(left, at) + evaluation.text(right, at), at);
  if (operator === '=') return isEqual(left, right, at);
  if (operator === '!=') return !isEqual(left, right, at);
  if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=') {
    return comparisons[operator](order(left, right, at));
  }
  return evaluation.finite(arithmetic[operator](evaluation.number(left, at), evaluation.number(right, at)), at);
}

const arithmetic = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
} satisfies Partial<Record<BinaryOperator, (left: number, right: number) => number>>;

function isEqual(left: ExpressionValue, right: ExpressionValue, at: number): boolean {
  for (const side of [left, right]) {
    if (typeof side === 'object' && side !== null)
      throw new ExpressionError(`${described(side)} cannot be compared`, at);
  }
  const numbers = [numeric(left), numeric(right)];
  return numbers.includes(undefined) ? left === right : numbers[0] === numbers[1];
}

function order(left: ExpressionValue, right: ExpressionValue, at: number): number {
  const [one, other] = [numeric(left), numeric(right)];
  if (one !== undefined && other !== undefined) return one - other;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  throw new ExpressionError(`${described(left)} and ${described(right)} have no order`, at);
}

const comparisons = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
} satisfies Partial<Record<BinaryOperator, (order: number) => boolean>>;
