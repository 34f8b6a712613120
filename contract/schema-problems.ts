import type { ErrorDetail } from './errors.ts';
import { jsonPath } from './json-path.ts';

/** What a schema finds wrong with a value, as zod tells it. */
interface Issue {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  /** `unrecognized_keys`: what is not known. */
  keys?: readonly string[] | undefined;
  /** `invalid_union`: what each of the choices finds wrong, their paths from the union on. */
  errors?: readonly (readonly Issue[])[] | undefined;
}

/**
 * What a schema found wrong, each with its path and in the words of whoever wrote the value: of the choices that a place
 * has only the one that was meant, and a line of its own for each property that nobody knows.
 */
export function schemaProblems(issues: readonly Issue[]): ErrorDetail[] {
  return issues.flatMap((issue) => problemsAt(issue, []));
}

function problemsAt(issue: Issue, above: readonly PropertyKey[]): ErrorDetail[] {
  const steps = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({
      path: jsonPath([...steps, key]),
      message: 'there is no such property here',
    }));
  }
  if (issue.code === 'invalid_key')
    return [{ path: jsonPath(steps), message: 'this key cannot be used: expected a UUID' }];
  const choices = issue.errors ?? [];
  // A schema that has words of its own for all of its choices knows best.
  if (choices.length === 0 || issue.message !== 'Invalid input') {
    return [{ path: jsonPath(steps), message: plain(issue.message) }];
  }
  const meant = meantChoice(choices);
  if (meant) return meant.flatMap((one) => problemsAt(one, steps));
  return [{ path: jsonPath(steps), message: anyOf(choices) }];
}

/** The choice whose kind of value it is, with the least wrong inside; none where it is of another kind altogether. */
function meantChoice(choices: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const near = choices.filter((issues) => !issues.some(isOtherKind));
  return near.toSorted((one, other) => strangeness(one) - strangeness(other))[0];
}

function isOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union');
}

/** How little a value looks like a choice: what it has that is not known there counts, and what is missing. */
function strangeness(issues: readonly Issue[]): number {
  return issues.reduce((sum, { keys }) => sum + 1 + (keys?.length ?? 0), 0);
}

/** All that could stand in a place, when what stands there is none of it. */
function anyOf(choices: readonly (readonly Issue[])[]): string {
  const messages = choices.flatMap(([first]) => (first ? [plain(first.message)] : []));
  const received = /, received .*$/s.exec(messages[0] ?? '')?.[0] ?? '';
  const expected = messages.map((message) => message.replace(/^expected /, '').replace(/, received .*$/s, ''));
  return `expected ${[expected.slice(0, -1).join(', '), expected.at(-1)].filter(Boolean).join(' or ')}${received}`;
}

/** A message of the schema without the words that every one of them begins with. */
export function plain(message: string): string {
  return message
    .replace(/^Invalid discriminator value\. Expected/, 'expected')
    .replace(/^Invalid (input|option): /, '');
}
