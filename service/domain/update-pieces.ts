import type { FirstUpdateItem } from '../../contract/model/app-instance.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { ListedDetails } from '../../contract/refusal.ts';
import { updateItems } from './first-generation.ts';
import { type Examined, examined, LongValue } from './long-value.ts';

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
