import { expressionFunctions } from './expression-functions.ts';
import { ExpressionError, type ExpressionValue } from './expression-value.ts';

export interface Expression {
  term: Term;
  names: readonly string[];
}

export type Term =
  | { kind: 'value'; at: number; value: ExpressionValue }
  | { kind: 'name'; at: number; name: string }
  | { kind: 'member'; at: number; of: Term; key: Term }
  | { kind: 'call'; at: number; name: string; args: Term[] }
  | { kind: 'minus' | 'not'; at: number; of: Term }
  | { kind: 'choice'; at: number; condition: Term; then: Term; otherwise: Term }
  | { kind: 'binary'; at: number; operator: BinaryOperator; left: Term; right: Term };

export type BinaryOperator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | '+' | '-' | '*' | '/' | '%';

const longest = 1_000;
const mostDeep = 50;

/** Higher binds tighter; equal operators group from left to right. */
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

/** Limits all expressions of a composition together, and the characters in the parse cache. */
export const mostCharacters = 500_000;
const kept = new Map<string, Expression>();
let keptCharacters = 0;

/** Caches parsed forms for checks and drawings. Throws `ExpressionError` with the position of the first mistake. */
export function parseExpression(source: string): Expression {
  const known = kept.get(source);
  if (known) return known;
  if (source.length > longest) throw new ExpressionError(`an expression has at most ${longest} characters`, longest);
  const expression = new Parser(source).whole();
  keptCharacters += source.length;
  if (keptCharacters > mostCharacters) {
    kept.clear();
    keptCharacters = source.length;
  }
  kept.set(source, expression);
  return expression;
}

class Parser {
  readonly #source: string;
  readonly #names = new Set<string>();
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Expression {
    const term = this.#term(lowest);
    this.#skip();
    if (this.#at < this.#source.length) this.#expected('an operator or the end');
    return { term, names: [...this.#names] };
  }

  #term(tightness: number): Term {
    this.#depth += 1;
    if (this.#depth > mostDeep) throw new ExpressionError(`this is nested deeper than ${mostDeep}`, this.#at);
    let left = this.#members(this.#operand());
    for (let next = this.#operator(tightness); next; next = this.#operator(tightness)) {
      const right = this.#term(binding[next.operator] + 1);
      left = { kind: 'binary', ...next, left, right };
    }
    if (tightness === lowest && this.#takes('?')) left = this.#choice(left);
    this.#depth -= 1;
    return left;
  }

  #choice(condition: Term): Term {
    const then = this.#term(lowest);
    this.#take(':');
    return { kind: 'choice', at: condition.at, condition, then, otherwise: this.#term(lowest) };
  }

  #operator(tightness: number): { operator: BinaryOperator; at: number } | undefined {
    this.#skip();
    const at = this.#at;
    const found = this.#match(operator)?.[0] as BinaryOperator | undefined;
    if (found && binding[found] >= tightness) return { operator: found, at };
    this.#at = at;
    return undefined;
  }

  #operand(): Term {
    this.#skip();
    const at = this.#at;
    if (this.#takes('(')) return this.#until(')', this.#term(lowest));
    if (this.#takes('-')) return { kind: 'minus', at, of: this.#term(afterMinus) };
    const digits = this.#match(number);
    if (digits) return { kind: 'value', at, value: Number(digits[0]) };
    const quoted = this.#match(text);
    if (quoted) return { kind: 'value', at, value: (quoted[1] ?? '').replaceAll("''", "'") };
    const named = this.#match(quotedName);
    if (named) return this.#name(named[1] ?? '', at);
    const name = this.#match(word)?.[0] ?? this.#expected("a field, a number, a 'text' or (");
    return this.#named(name, at);
  }

  #named(name: string, at: number): Term {
    if (name === 'not') return { kind: 'not', at, of: this.#term(afterNot) };
    const constant = constants.get(name);
    if (constant !== undefined) return { kind: 'value', at, value: constant };
    if (this.#takes('(')) return this.#call(name, at);
    if (name !== 'and' && name !== 'or') return this.#name(name, at);
    this.#at = at;
    return this.#expected("a field, a number, a 'text' or (");
  }

  #name(name: string, at: number): Term {
    this.#names.add(name);
    return { kind: 'name', at, name };
  }

  #call(name: string, at: number): Term {
    const called = expressionFunctions.get(name);
    if (!called) throw new ExpressionError(`there is no function "${name}"`, at);
    const args: Term[] = [];
    if (!this.#takes(')')) {
      do args.push(this.#term(lowest));
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

  #members(first: Term): Term {
    let of = first;
    if (of.kind === 'minus' || of.kind === 'not') return of;
    for (;;) {
      const at = this.#at;
      if (this.#takes('.')) {
        this.#skip();
        const key = this.#match(word)?.[0] ?? this.#expected('the name of a member');
        of = { kind: 'member', at, of, key: { kind: 'value', at, value: key } };
      } else if (this.#takes('[')) {
        of = { kind: 'member', at, of, key: this.#until(']', this.#term(lowest)) };
      } else return of;
    }
  }

  #until(end: string, term: Term): Term {
    this.#take(end);
    return term;
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
