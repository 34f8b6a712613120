import { type ErrorDetail, OverlayError } from './errors.ts';

/** Problems listed in an answer: of a thousand bad items, a client needs only the first few. */
export const mostDetails = 100;

export interface ListedDetails {
  first: readonly ErrorDetail[];
  count: number;
}

export const noProblems: ListedDetails = { first: [], count: 0 };

export function listed(...kinds: readonly (readonly ErrorDetail[] | ListedDetails)[]): ListedDetails {
  const lists = kinds.map((kind) => ('first' in kind ? kind : { first: kind, count: kind.length }));
  const first = lists.flatMap((list) => list.first.slice(0, mostDetails)).slice(0, mostDetails);
  return { first, count: lists.reduce((sum, { count }) => sum + count, 0) };
}

/** Adds a last line with the number of further problems. */
export function told({ first, count }: ListedDetails): ErrorDetail[] {
  const more = count - first.length;
  return more > 0 ? [...first, { path: '', message: `and ${more} more` }] : [...first];
}

/** The 400 for valid JSON with an impossible request. Its message has the first problem, its details list all. */
export function refusal(problems: readonly ErrorDetail[] | ListedDetails): OverlayError {
  const { first, count } = listed(problems);
  return new OverlayError('body-invalid', `Nothing was changed: ${inShort(first, count)}`, first);
}

export function inShort(details: readonly ErrorDetail[], count = details.length): string {
  const [first] = details;
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  const where = first?.path ? `${first.path}: ` : '';
  return `${where}${first?.message ?? ''}${more}`;
}
