import type { ErrorDetail } from './errors.ts';
import { jsonPath } from './json-path.ts';

interface SchemaIssue {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  keys?: readonly string[] | undefined;
  /** `invalid_union`: the issues of each choice, with paths relative to the union. */
  errors?: readonly (readonly SchemaIssue[])[] | undefined;
}

export const noSuchProperty = 'there is no such property here';

/**
 * Problems for the author of the value. A union reports only the probably intended choice; each unknown property gets
 * its own line.
 */
export function schemaProblems(issues: readonly SchemaIssue[]): ErrorDetail[] {
  return issues.flatMap((issue) => problemsAt(issue, []));
}

function problemsAt(issue: SchemaIssue, above: readonly PropertyKey[]): ErrorDetail[] {
  const steps = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({
      path: jsonPath([...steps, key]),
      message: noSuchProperty,
    }));
  }
  if (issue.code === 'invalid_key')
    return [{ path: jsonPath(steps), message: 'this key cannot be used: expected a UUID' }];
  const choices = issue.errors ?? [];
  // A schema's own message for all choices is best.
  if (choices.length === 0 || issue.message !== 'Invalid input') {
    return [{ path: jsonPath(steps), message: plain(issue.message) }];
  }
  const meant = meantChoice(choices);
  if (meant) return meant.flatMap((one) => problemsAt(one, steps));
  return [{ path: jsonPath(steps), message: anyOf(choices) }];
}

/** The choice of the same kind with the fewest issues; undefined if no kind matches. */
function meantChoice(choices: readonly (readonly SchemaIssue[])[]): readonly SchemaIssue[] | undefined {
  const near = choices.filter((issues) => !issues.some(isOtherKind));
  return near.toSorted((one, other) => strangeness(one) - strangeness(other))[0];
}

function isOtherKind({ code, path }: SchemaIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union');
}

function strangeness(issues: readonly SchemaIssue[]): number {
  return issues.reduce((sum, { keys }) => sum + 1 + (keys?.length ?? 0), 0);
}

function anyOf(choices: readonly (readonly SchemaIssue[])[]): string {
  const messages = choices.flatMap(([first]) => (first ? [plain(first.message)] : []));
  const received = /, received .*$/s.exec(messages[0] ?? '')?.[0] ?? '';
  const expected = messages.map((message) => message.replace(/^expected /, '').replace(/, received .*$/s, ''));
  return `expected ${[expected.slice(0, -1).join(', '), expected.at(-1)].filter(Boolean).join(' or ')}${received}`;
}

const bounds: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};

export function plain(message: string): string {
  const bounded = /^Too (?:small|big): expected (\w+) to (?:be|have) ([<>]=?)(\S+)( \w+)?$/.exec(message);
  if (bounded) {
    const [, kind, bound = '', limit, unit = ''] = bounded;
    const counted = limit === '1' ? unit.replace(/s$/, '') : unit;
    return `expected ${unit ? '' : `a ${kind} of `}${bounds[bound]} ${limit}${counted}`;
  }
  return message
    .replace(/^Invalid discriminator value\. Expected/, 'expected')
    .replace(/^Invalid (input|option): /, '');
}
