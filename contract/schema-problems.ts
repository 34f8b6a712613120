import type { ErrorDetail } from './errors.ts';
import { jsonPath } from './json-path.ts';

/** One issue as zod reports it. */
interface Issue {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  /** `unrecognized_keys`: the unknown keys. */
  keys?: readonly string[] | undefined;
  /** `invalid_union`: the issues of each choice, with paths relative to the union. */
  errors?: readonly (readonly Issue[])[] | undefined;
}

/**
 * A schema's issues as problems for the person who wrote the value, each with its path. For a union it reports only the
 * choice that was probably meant, and it reports each unknown property on its own line.
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
  // A schema with its own message for all of its choices knows best.
  if (choices.length === 0 || issue.message !== 'Invalid input') {
    return [{ path: jsonPath(steps), message: plain(issue.message) }];
  }
  const meant = meantChoice(choices);
  if (meant) return meant.flatMap((one) => problemsAt(one, steps));
  return [{ path: jsonPath(steps), message: anyOf(choices) }];
}

/** The choice of the value's own kind that has the fewest issues. Undefined if the value is of another kind altogether. */
function meantChoice(choices: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const near = choices.filter((issues) => !issues.some(isOtherKind));
  return near.toSorted((one, other) => strangeness(one) - strangeness(other))[0];
}

function isOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union');
}

/** How unlike a choice a value is: counts its issues and its unknown keys. */
function strangeness(issues: readonly Issue[]): number {
  return issues.reduce((sum, { keys }) => sum + 1 + (keys?.length ?? 0), 0);
}

/** A message that lists every choice, for a value that matches none. */
function anyOf(choices: readonly (readonly Issue[])[]): string {
  const messages = choices.flatMap(([first]) => (first ? [plain(first.message)] : []));
  const received = /, received .*$/s.exec(messages[0] ?? '')?.[0] ?? '';
  const expected = messages.map((message) => message.replace(/^expected /, '').replace(/, received .*$/s, ''));
  return `expected ${[expected.slice(0, -1).join(', '), expected.at(-1)].filter(Boolean).join(' or ')}${received}`;
}

/** A schema message without zod's fixed beginning. */
export function plain(message: string): string {
  return message
    .replace(/^Invalid discriminator value\. Expected/, 'expected')
    .replace(/^Invalid (input|option): /, '');
}
