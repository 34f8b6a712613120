import { inShort } from '../../../contract/refusal.ts';
import { schemaProblems } from '../../../contract/schema-problems.ts';
import { texts } from '../../../contract/texts/texts.ts';
import { captions } from '../../../contract/words/words.ts';
import { OverlayError } from '../../../contract/errors.ts';
import type { OscArgument } from './packet.ts';
import { z } from 'zod';
import { Action, actions } from '../../../contract/actions/actions.ts';
import type { OscAddress, OscPart } from '../../../contract/actions/osc-address.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import type { ShowNames } from '../show-names.ts';

/** Reads message arguments in order. A missing argument or a wrong type is refused with a sentence. */
export class Arguments {
  readonly #left: OscArgument[];

  constructor(all: readonly OscArgument[]) {
    this.#left = [...all];
  }

  text(called: string): string {
    const text = this.textIfAny();
    if (text === undefined) throw wrong(texts.osc.noText(called));
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
    if (value === undefined) throw wrong(texts.osc.noNumber(called));
    this.#left.shift();
    return value;
  }

  switch(called: string): boolean {
    const value = this.#switchIfAny();
    if (value === undefined) throw wrong(texts.osc.noSwitch(called));
    return value;
  }

  value(): unknown {
    const next = this.#left.shift();
    if (!next) throw wrong(texts.osc.noValue);
    if (next.type === 's' || next.type === 'S') return next.value;
    if (next.type === 'N') return null;
    if (next.type === 'T' || next.type === 'F') return next.type === 'T';
    const value = numberOf(next);
    if (value === undefined) throw wrong(texts.osc.wrongValue);
    return value;
  }

  /** True for a button release: most surfaces append 1 for a press and 0 for a release. Throws on further arguments. */
  released(): boolean {
    const pressed = this.#switchIfAny();
    if (this.#left.length > 0) throw wrong(texts.osc.tooManyArguments);
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

/** Returns an action that is not validated. */
type Read = (given: Arguments, names: ShowNames) => unknown;

export const addressRoot = '/overlay/';

const parts: Readonly<Record<OscPart, (given: Arguments, names: ShowNames) => object>> = {
  sub: (given, names) => ({ subComposition: names.subComposition(given.text(texts.osc.theGraphic)) }),
  field: (given, names) => names.field(given.text(texts.osc.theGraphic), given.text(texts.osc.theField)),
  value: (given) => ({ value: given.value() }),
  state: (given) => ({ to: given.text(texts.osc.theState).replace(' ', '') }),
  'animation?': (given) => ifAny('action', given.textIfAny()),
  step: (given) => ({ by: given.number(texts.osc.theStep) }),
  count: (given) => ({ by: given.number(texts.osc.theCount) }),
  ahead: (given) => ({ ahead: given.number(texts.osc.theCount) }),
  command: (given) => ({ command: given.text(texts.osc.theCommand) }),
  look: (given) => ({ look: given.text(texts.osc.theLook) }),
  undone: (given) => ({ what: given.text(texts.osc.theUndo) }),
  number: (given) => ({ number: given.numberAsText(texts.osc.theCue) }),
  switch: (given) => ({ hold: given.switch(texts.osc.theSwitch) }),
  cue: (given, names) => ({ cue: names.cue(given.numberAsText(texts.osc.theCue), given.textIfAny()) }),
  rundown: (given, names) => ({ rundown: names.rundown(given.text(texts.osc.theRundown)) }),
  'rundown?': (given, names) => ifAny('rundown', given.textIfAny(), (text) => names.rundown(text)),
  'app?': (given, names) => ifAny('app', given.textIfAny(), (text) => names.app(text)),
};

function ifAny(member: string, text: string | undefined, named = (name: string): string => name): object {
  return text === undefined ? {} : { [member]: named(text) };
}

const AnyAction = z.record(z.string(), z.unknown());

function readerOf(name: string, { reads, gives }: OscAddress): Read {
  return (given, names) => {
    const read = reads.map((part) => Object.entries(parts[part](given, names)));
    return { do: name, ...gives, ...Object.fromEntries(read.flat()) };
  };
}

const readers = new Map<string, Read>([
  ...Object.entries(actions).flatMap(([name, { osc }]) =>
    Object.entries<OscAddress>(osc).map(([address, message]): [string, Read] => [address, readerOf(name, message)]),
  ),
  [
    'action',
    (given, names) => {
      const written = AnyAction.safeParse(parsedJson(given.text(texts.osc.theAction))).data;
      return written && names.withIds(written);
    },
  ],
]);

/** Throws `route-unknown`. */
export function messageAt(address: string): Read {
  const read = address.startsWith(addressRoot) ? readers.get(address.slice(addressRoot.length)) : undefined;
  if (read) return read;
  const isPattern = /[*?[\]{}]/.test(address);
  throw new OverlayError('route-unknown', isPattern ? texts.osc.pattern : texts.osc.nothingThere);
}

/** Undefined for a button release. Throws `call-invalid`. */
export function actionOf(read: Read, given: Arguments, names: ShowNames): Action | undefined {
  const meant = read(given, names);
  const released = given.released();
  const action = Action.safeParse(meant);
  if (!action.success) {
    throw new OverlayError('call-invalid', captions.callRefused(inShort(schemaProblems(action.error.issues))));
  }
  return released ? undefined : action.data;
}
