import { OverlayError } from '../../../contract/errors.ts';
import type { OscArgument } from './packet.ts';

/** Reads message arguments in order. A missing argument or a wrong type is refused with a sentence. */
export class Arguments {
  readonly #left: OscArgument[];

  constructor(all: readonly OscArgument[]) {
    this.#left = [...all];
  }

  text(called: string): string {
    const text = this.textIfAny();
    if (text === undefined) throw wrong(`The message has no text where ${called} belongs.`);
    return text;
  }

  skip(text: string): void {
    const [next] = this.#left;
    if ((next?.type === 's' || next?.type === 'S') && next.value === text) this.#left.shift();
  }

  textIfAny(): string | undefined {
    const [next] = this.#left;
    if (next?.type !== 's' && next?.type !== 'S') return undefined;
    this.#left.shift();
    return next.value;
  }

  /** A cue number is a text that usually looks like a number. */
  numberAsText(called: string): string {
    return this.textIfAny() ?? String(this.number(called));
  }

  number(called: string): number {
    const [next] = this.#left;
    const value = next && numberOf(next);
    if (value === undefined) throw wrong(`The message has no number where ${called} belongs.`);
    this.#left.shift();
    return value;
  }

  switch(called: string): boolean {
    const value = this.#switchIfAny();
    if (value === undefined) throw wrong(`The message has neither 1 nor 0 where ${called} belongs.`);
    return value;
  }

  value(): unknown {
    const next = this.#left.shift();
    if (!next) throw wrong('The message has no value.');
    if (next.type === 's' || next.type === 'S') return next.value;
    if (next.type === 'N') return null;
    if (next.type === 'T' || next.type === 'F') return next.type === 'T';
    const value = numberOf(next);
    if (value === undefined)
      throw wrong('The value of the message is neither a text, nor a number, nor true or false.');
    return value;
  }

  /** True for a button release: most surfaces append 1 for a press and 0 for a release. Throws on further arguments. */
  released(): boolean {
    const pressed = this.#switchIfAny();
    if (this.#left.length > 0) throw wrong('The message has an argument too many.');
    return pressed === false;
  }

  #switchIfAny(): boolean | undefined {
    const [next] = this.#left;
    const value = next && switchOf(next);
    if (value !== undefined) this.#left.shift();
    return value;
  }
}

function switchOf(one: OscArgument): boolean | undefined {
  if (one.type === 'T' || one.type === 'F') return one.type === 'T';
  const value = numberOf(one);
  return value === undefined ? undefined : value !== 0;
}

function numberOf(one: OscArgument): number | undefined {
  switch (one.type) {
    case 'i':
      return one.value;
    case 'f':
      return finite(shortest(one.value));
    case 'd':
      return finite(one.value);
    case 'h':
      return BigInt(Number(one.value)) === one.value ? Number(one.value) : undefined;
    default:
      return undefined;
  }
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** The shortest decimal for a 32-bit float: 0.1, not 0.10000000149. */
function shortest(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function wrong(sentence: string): OverlayError {
  return new OverlayError('call-invalid', sentence);
}
