import type { RowChoice } from '../../contract/desk-api/source.ts';
import { OverlayError } from '../../contract/errors.ts';

/** The rows among which a link goes on. */
export interface RowsOfLink {
  /** What people call the sub-composition and the source. */
  name: string;
  source: string;
  /** How many rows there are. */
  rows: number;
  /** The place of the row that the link is at, counted from 0; undefined if it is not known. */
  place: number | undefined;
}

/** The row that comes so many rows later. It stops at the ends. Throws `press-refused` if it is there already. */
export function nextRow({ name, source, rows, place }: RowsOfLink, by: number): RowChoice {
  if (rows === 0) throw new OverlayError('press-refused', `The source ${source} has no rows yet.`);
  if (place === undefined) {
    throw new OverlayError('press-refused', `Nobody knows which row of ${source} comes next: choose one.`);
  }
  const next = Math.min(Math.max(place + by, 0), rows - 1);
  if (next !== place) return { index: next };
  throw new OverlayError('press-refused', `${name} is at the ${by > 0 ? 'last' : 'first'} row of ${source}.`);
}

/** The row after this one, and the first after the last; undefined if there is no other. */
export function rotatedRow({ rows, place }: Pick<RowsOfLink, 'rows' | 'place'>): RowChoice | undefined {
  return rows > 1 ? { index: place === undefined ? 0 : (place + 1) % rows } : undefined;
}
