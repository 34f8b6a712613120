import type { FirstUpdateItem } from '../../contract/model/app-instance.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { ListedDetails } from '../../contract/refusal.ts';
import { updateItems } from './first-generation.ts';
import { errorIn } from '../../contract/errors.ts';
import { type Canonical, controlCharacter } from '../../contract/model/canonical-value.ts';
import type { Field } from '../../contract/model/field.ts';
import { type ValueLimits, withinLimits } from '../../contract/model/value-limits.ts';
import { wireValue } from '../../contract/model/wire-value.ts';

export interface ReadUpdate {
  pieces: readonly Piece[];
  leftOut: ListedDetails;
}

interface Piece {
  text: string;
  long: readonly { at: number; field: string; value: Examined }[];
}

/** Limits of a piece: fields, and characters of long values. Each takes about 1 ms. */
const most = { fields: 250, long: 256 * 1024 };

export function inPieces(given: readonly unknown[], isFirst: boolean): Piece[] {
  const items = isFirst ? updateItems(given as FirstUpdateItem[]) : (given as UpdateItem[]);
  const pieces: Piece[] = [];
  let piece = { items: [] as UpdateItem[], fields: 0, long: [] as Piece['long'][number][], characters: 0 };
  const end = (): void => {
    if (piece.items.length > 0) pieces.push({ text: JSON.stringify(piece.items), long: piece.long });
    piece = { items: [], fields: 0, long: [], characters: 0 };
  };
  for (const item of items) {
    const { payload = {} } = item;
    for (const field of Object.keys(payload)) {
      const value = examined(payload[field]);
      if (!value) continue;
      // Keeps the place, so that problems stay in order.
      payload[field] = null;
      piece.long.push({ at: piece.items.length, field, value });
      piece.characters += value.text.length;
    }
    piece.items.push(item);
    piece.fields += 1 + Object.keys(payload).length;
    if (piece.fields >= most.fields || piece.characters >= most.long) end();
  }
  end();
  return pieces;
}

/** Parses each piece only when requested. */
export function* itemsOf(pieces: readonly Piece[]): Generator<UpdateItem[]> {
  for (const { text, long } of pieces) {
    const items = JSON.parse(text) as UpdateItem[];
    for (const { at, field, value } of long) {
      const { payload } = items[at] ?? {};
      if (payload) payload[field] = new LongValue(value);
    }
    yield items;
  }
}

/** Characters of JSON from which values are examined in a separate thread. */
const longFrom = 4 * 1024;

/** Facts about a long value, found before its field is known. Finding them takes time proportional to its length. */
interface Examined {
  /** Text unchanged; arrays and objects as JSON. */
  text: string;
  isText: boolean;
  /** The text with normalised line breaks for multi-line fields, if they differ. */
  lines?: string;
  hasControls: boolean;
  notJson?: string;
}

function examined(value: unknown): Examined | undefined {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return undefined;
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value);
  if (text.length < longFrom) return undefined;
  const lines = text.replace(/\r\n?/g, '\n');
  const notJson = isText ? problemOf(text) : undefined;
  return {
    text,
    isText,
    hasControls: controlCharacter.test(lines),
    ...(lines !== text && { lines }),
    ...(notJson !== undefined && { notJson }),
  };
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    return errorIn(thrown).message;
  }
}

/** A long value examined in advance, so that its canonical form takes no time. */
export class LongValue {
  readonly #examined: Examined;

  constructor(value: Examined) {
    this.#examined = value;
  }

  canonical(field: Field, limits: ValueLimits): Canonical {
    return withinLimits(field, this.#canonical(field, limits), limits);
  }

  #canonical(field: Field, limits: ValueLimits): Canonical {
    const { text, isText, lines = text, hasControls, notJson } = this.#examined;
    if (field.type === 'json') {
      if (notJson === undefined) return { ok: true, value: text };
      return { ok: false, problem: `expected a string that holds JSON: ${notJson}` };
    }
    if (field.type === 'textarea' && isText) {
      return hasControls
        ? { ok: false, problem: 'expected text without control characters' }
        : { ok: true, value: lines };
    }
    // Only JSON and multi-line fields may be this long. `withinLimits` refuses the value, so it needs no parsing.
    if (text.length > limits.maxValue) return { ok: true, value: text };
    return wireValue(field, isText ? text : JSON.parse(text), { present: undefined, now: 0 });
  }
}
