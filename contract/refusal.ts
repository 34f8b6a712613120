import { type ErrorDetail, OverlayError } from './errors.ts';

/** An answer lists at most this many problems: a client that sends a thousand bad items needs only the first few. */
export const mostDetails = 100;

/** Problems as an answer lists them: the first of them, and how many there are in all. */
export interface Listed {
  first: readonly ErrorDetail[];
  count: number;
}

/** No problems. */
export const noProblems: Listed = { first: [], count: 0 };

/** The list of these problems, one kind after the other. */
export function listed(...kinds: readonly (readonly ErrorDetail[] | Listed)[]): Listed {
  const lists = kinds.map((kind) => ('first' in kind ? kind : { first: kind, count: kind.length }));
  const first = lists.flatMap((list) => list.first.slice(0, mostDetails)).slice(0, mostDetails);
  return { first, count: lists.reduce((sum, { count }) => sum + count, 0) };
}

/** A list of problems whose last line says how many more there are. */
export function told({ first, count }: Listed): ErrorDetail[] {
  const more = count - first.length;
  return more > 0 ? [...first, { path: '', message: `and ${more} more` }] : [...first];
}

/** The 400 for valid JSON that asks for something impossible. Its message names the first problem; its details list all. */
export function refusal(problems: readonly ErrorDetail[] | Listed): OverlayError {
  const { first, count } = listed(problems);
  return new OverlayError('body-invalid', `Nothing was changed: ${inShort(first, count)}`, first);
}

/** The first problem with its path, and the number of further problems. */
export function inShort(details: readonly ErrorDetail[], count = details.length): string {
  const [first] = details;
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  const where = first?.path ? `${first.path}: ` : '';
  return `${where}${first?.message ?? ''}${more}`;
}
