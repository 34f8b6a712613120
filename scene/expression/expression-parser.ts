import { expressionFunctions } from './expression-functions.ts';
import { ExpressionError, type ExpressionValue } from './expression-value.ts';

/** A parsed expression. `at` is its position in the text. */
export type Expression =
  | { kind: 'value'; at: number; value: ExpressionValue }
  | { kind: 'name'; at: number; name: string }
  | { kind: 'member'; at: number; of: Expression; key: Expression }
  | { kind: 'call'; at: number; name: string; args: Expression[] }
  | { kind: 'minus' | 'not'; at: number; of: Expression }
  | { kind: 'choice'; at: number; condition: Expression; then: Expression; otherwise: Expression }
  | { kind: 'binary'; at: number; operator: BinaryOperator; left: Expression; right: Expression };

export type BinaryOperator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | '+' | '-' | '*' | '/' | '%';

const longest = 1_000;
const mostDeep = 50;

/** The precedence of each operator: higher binds tighter, equal ones group from left to right. */
const binding: Record<BinaryOperator, number> = {
  or: 2,
  and: 3,
  '=': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '&': 6,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
};
const lowest = 1;
const afterNot = 4;
const afterMinus = 9;

const space = /\s*/y;
const number = /(?:\d+(?:\.\d+)?|\.\d+)/y;
const text = /'((?:[^']|'')*)'/y;
const word = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy;
const quotedName = /\[([^\]]+)\]/y;
const operator = /(?:(?:and|or)(?![\p{L}\p{M}\p{N}_$])|!=|<=|>=|[=<>&+\-*/%])/uy;
const constants: ReadonlyMap<string, ExpressionValue> = new Map<string, ExpressionValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Parses an expression.
 * @throws ExpressionError with the position of the first mistake
 */
export function parseExpression(source: string): Expression {
  if (source.length > longest) throw new ExpressionError(`an expression has at most ${longest} characters`, longest);
  return new Parser(source).whole();
}

class Parser {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Expression {
    const expression = this.#expression(lowest);
    this.#skip();
    if (this.#at < this.#source.length) this.#expected('an operator or the end');
    return expression;
  }

  /** Parses operators that bind at least as tightly as `tightness`. */
  #expression(tightness: number): Expression {
    this.#depth += 1;
    if (this.#depth > mostDeep) throw new ExpressionError(`this is nested deeper than ${mostDeep}`, this.#at);
    let left = this.#members(this.#operand());
    for (let next = this.#operator(tightness); next; next = this.#operator(tightness)) {
      const right = this.#expression(binding[next.operator] + 1);
      left = { kind: 'binary', ...next, left, right };
    }
    if (tightness === lowest && this.#takes('?')) left = this.#choice(left);
    this.#depth -= 1;
    return left;
  }

  #choice(condition: Expression): Expression {
    const then = this.#expression(lowest);
    this.#take(':');
    return { kind: 'choice', at: condition.at, condition, then, otherwise: this.#expression(lowest) };
  }

  #operator(tightness: number): { operator: BinaryOperator; at: number } | undefined {
    this.#skip();
    const at = this.#at;
    const found = this.#match(operator)?.[0] as BinaryOperator | undefined;
    if (found && binding[found] >= tightness) return { operator: found, at };
    this.#at = at;
    return undefined;
  }

  #operand(): Expression {
    this.#skip();
    const at = this.#at;
    if (this.#takes('(')) return this.#until(')', this.#expression(lowest));
    if (this.#takes('-')) return { kind: 'minus', at, of: this.#expression(afterMinus) };
    const digits = this.#match(number);
    if (digits) return { kind: 'value', at, value: Number(digits[0]) };
    const quoted = this.#match(text);
    if (quoted) return { kind: 'value', at, value: (quoted[1] ?? '').replaceAll("''", "'") };
    const named = this.#match(quotedName);
    if (named) return { kind: 'name', at, name: named[1] ?? '' };
    const name = this.#match(word)?.[0] ?? this.#expected("a field, a number, a 'text' or (");
    return this.#named(name, at);
  }

  #named(name: string, at: number): Expression {
    if (name === 'not') return { kind: 'not', at, of: this.#expression(afterNot) };
    const constant = constants.get(name);
    if (constant !== undefined) return { kind: 'value', at, value: constant };
    if (this.#takes('(')) return this.#call(name, at);
    if (name !== 'and' && name !== 'or') return { kind: 'name', at, name };
    this.#at = at;
    return this.#expected("a field, a number, a 'text' or (");
  }

  #call(name: string, at: number): Expression {
    const called = expressionFunctions.get(name);
    if (!called) throw new ExpressionError(`there is no function "${name}"`, at);
    const args: Expression[] = [];
    if (!this.#takes(')')) {
      do args.push(this.#expression(lowest));
      while (this.#takes(','));
      this.#take(')');
    }
    const { least, most } = called;
    if (args.length < least || args.length > most) {
      const arity = least === most ? String(least) : `${least} to ${most}`;
      throw new ExpressionError(`${name} takes ${arity} arguments, not ${args.length}`, at);
    }
    return { kind: 'call', at, name, args };
  }

  /** Parses any number of `.name` and `[place]`. */
  #members(first: Expression): Expression {
    let of = first;
    if (of.kind === 'minus' || of.kind === 'not') return of;
    for (;;) {
      const at = this.#at;
      if (this.#takes('.')) {
        this.#skip();
        const key = this.#match(word)?.[0] ?? this.#expected('the name of a member');
        of = { kind: 'member', at, of, key: { kind: 'value', at, value: key } };
      } else if (this.#takes('[')) {
        of = { kind: 'member', at, of, key: this.#until(']', this.#expression(lowest)) };
      } else return of;
    }
  }

  #until(end: string, expression: Expression): Expression {
    this.#take(end);
    return expression;
  }

  #takes(sign: string): boolean {
    this.#skip();
    if (!this.#source.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #take(sign: string): void {
    if (!this.#takes(sign)) this.#expected(sign);
  }

  #skip(): void {
    this.#match(space);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at += match[0].length;
    return match ?? undefined;
  }

  #expected(what: string): never {
    const rest = this.#source.slice(this.#at);
    if (rest.startsWith("'")) throw new ExpressionError("the text is not closed: expected '", this.#source.length);
    const found = rest === '' ? 'the end' : `"${rest.slice(0, 10)}"`;
    throw new ExpressionError(`expected ${what}, not ${found}`, this.#at);
  }
}
