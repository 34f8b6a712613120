import type { RowChoice } from '../../contract/desk-api/source.ts';
import { OverlayError } from '../../contract/errors.ts';

export interface RowsOfLink {
  name: string;
  source: string;
  rows: number;
  /** The index of the link's current row, from 0; undefined if unknown. */
  place: number | undefined;
}

/** Moves by this many rows and stops at the ends. Throws `press-refused` if already there. */
export function nextRow({ name, source, rows, place }: RowsOfLink, by: number): RowChoice {
  if (rows === 0) throw new OverlayError('press-refused', `The source ${source} has no rows yet.`);
  if (place === undefined) {
    throw new OverlayError('press-refused', `The next row of ${source} is not known: choose one.`);
  }
  const next = Math.min(Math.max(place + by, 0), rows - 1);
  if (next !== place) return { index: next };
  throw new OverlayError('press-refused', `${name} is at the ${by > 0 ? 'last' : 'first'} row of ${source}.`);
}

/** The next row, wrapping to the first; undefined if there is no other row. */
export function rotatedRow({ rows, place }: Pick<RowsOfLink, 'rows' | 'place'>): RowChoice | undefined {
  return rows > 1 ? { index: place === undefined ? 0 : (place + 1) % rows } : undefined;
}
