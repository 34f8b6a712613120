import { Call, expressionFunctions } from './expression-functions.ts';
import { type Expression, parseExpression, type TwoSided } from './expression-parser.ts';
import {
  described,
  Evaluation,
  ExpressionError,
  type ExpressionValue,
  holds,
  isList,
  numeric,
} from './expression-value.ts';

/**
 * Small formulas over the values of fields: `upper(name)`, `home & ' - ' & away`, `goals > 2 ? 'yes' : 'no'`,
 * `json(table)[0].points + 1`. `docs/scene-format.md` explains them to authors. They are data: nothing of the language
 * that this is written in can be reached, and every evaluation ends after a bounded amount of work.
 *
 * A text that is written as a number, such as the value of a number field, counts as that number in arithmetic, and in a
 * comparison where both sides are or are written as numbers. Other texts are compared sign by sign.
 */
export { type Expression, ExpressionError, type ExpressionValue, parseExpression };

/** What a name stands for; undefined where there is nothing with this name. */
export type Lookup = (name: string) => ExpressionValue | undefined;

/** The names that stand for the member that a repeater draws, in its elements. */
export const repeaterNames: ReadonlySet<string> = new Set(['item', 'index', 'count']);

/** Every name that an expression uses, each once, in the order of the text. */
export function fieldsOf(expression: Expression): string[] {
  return [...new Set(names(expression))];
}

/**
 * The value of an expression.
 * @throws ExpressionError where it has none, with the place of what is wrong
 */
export function evaluate(expression: Expression, lookup: Lookup): ExpressionValue {
  return valueOf(expression, { lookup, evaluation: new Evaluation() });
}

interface Surroundings {
  lookup: Lookup;
  evaluation: Evaluation;
}

function* names(expression: Expression): Generator<string> {
  if (expression.kind === 'name') yield expression.name;
  for (const part of partsOf(expression)) yield* names(part);
}

function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'value':
    case 'name':
      return [];
    case 'member':
      return [expression.of, expression.key];
    case 'call':
      return expression.args;
    case 'minus':
    case 'not':
      return [expression.of];
    case 'choice':
      return [expression.condition, expression.then, expression.otherwise];
    case 'two':
      return [expression.left, expression.right];
  }
}

function valueOf(expression: Expression, around: Surroundings): ExpressionValue {
  const { at } = expression;
  around.evaluation.charge(1, at);
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'name':
      return named(expression.name, at, around.lookup);
    case 'member':
      return member(valueOf(expression.of, around), valueOf(expression.key, around), at);
    case 'call': {
      const args = expression.args.map((arg) => valueOf(arg, around));
      const result = expressionFunctions.get(expression.name)?.run(new Call(args, at, around.evaluation)) ?? null;
      return typeof result === 'number' ? around.evaluation.finite(result, at) : result;
    }
    case 'minus':
      return -around.evaluation.number(valueOf(expression.of, around), at);
    case 'not':
      return !holds(valueOf(expression.of, around));
    case 'choice':
      return valueOf(holds(valueOf(expression.condition, around)) ? expression.then : expression.otherwise, around);
    case 'two':
      return ofTwo(expression, around);
  }
}

function named(name: string, at: number, lookup: Lookup): ExpressionValue {
  const value = lookup(name);
  if (value === undefined) throw new ExpressionError(`there is no field "${name}"`, at);
  return value;
}

/** What is not there is nothing, so that a table with gaps can be drawn. Only what the JSON itself holds can be had. */
function member(of: ExpressionValue, key: ExpressionValue, at: number): ExpressionValue {
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

function ofTwo(two: Extract<Expression, { kind: 'two' }>, around: Surroundings): ExpressionValue {
  const { operator, at } = two;
  const left = valueOf(two.left, around);
  if (operator === 'or') return holds(left) || holds(valueOf(two.right, around));
  if (operator === 'and') return holds(left) && holds(valueOf(two.right, around));
  const right = valueOf(two.right, around);
  const { evaluation } = around;
  if (operator === '&') return evaluation.made(evaluation.text(left, at) + evaluation.text(right, at), at);
  if (operator === '=') return same(left, right, at);
  if (operator === '!=') return !same(left, right, at);
  if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=') {
    return holdsBetween(operator, order(left, right, at));
  }
  return evaluation.finite(calculated(operator, evaluation.number(left, at), evaluation.number(right, at)), at);
}

type Arithmetic = Extract<TwoSided, '+' | '-' | '*' | '/' | '%'>;

function calculated(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

function same(left: ExpressionValue, right: ExpressionValue, at: number): boolean {
  for (const side of [left, right]) {
    if (typeof side === 'object' && side !== null)
      throw new ExpressionError(`${described(side)} cannot be compared`, at);
  }
  const numbers = [numeric(left), numeric(right)];
  return numbers.includes(undefined) ? left === right : numbers[0] === numbers[1];
}

/** Negative where `left` comes first, positive where `right` does. */
function order(left: ExpressionValue, right: ExpressionValue, at: number): number {
  const [one, other] = [numeric(left), numeric(right)];
  if (one !== undefined && other !== undefined) return one - other;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  throw new ExpressionError(`${described(left)} and ${described(right)} have no order`, at);
}

function holdsBetween(operator: '<' | '<=' | '>' | '>=', order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}
