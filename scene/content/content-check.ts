import type { ErrorDetail } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';
import type { Composition } from '../schema/composition.ts';
import { CompositionContent } from '../schema/composition-content.ts';
import { readContent } from './content.ts';
import { contentAdvice, type Installed } from './content-advice.ts';
import { usualValueLimits } from '../../contract/model/value-limits.ts';
import { lengthProblems } from './content-lengths.ts';
import { costProblem } from './content-cost.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';

/** With any problem, the content cannot be stored and `composition` is null. */
export interface ContentCheck {
  problems: ErrorDetail[];
  warnings: ErrorDetail[];
  composition: Composition | null;
}

const mostDetails = 1_000;

export function checkContent(value: unknown, installed: Installed, limits = usualValueLimits): ContentCheck {
  const read = readAny(value);
  if ('problems' in read) return { problems: few(read.problems), warnings: [], composition: null };
  const { content, composition } = read;
  const tooLong = lengthProblems(content, composition, limits);
  if (tooLong.length > 0) return { problems: few(tooLong), warnings: [], composition: null };
  return { problems: [], warnings: few(contentAdvice(content, composition, installed)), composition };
}

/** Stored content can be invalid, if it is from another program version or a restored backup. */
export function readStored(text: string): { composition: Composition } | { problems: ErrorDetail[] } {
  const value = parsedJson(text);
  return value === undefined ? { problems: [{ path: '', message: 'it is not JSON' }] } : readAny(value);
}

function readAny(
  value: unknown,
): { content: CompositionContent; composition: Composition } | { problems: ErrorDetail[] } {
  const costly = costProblem(value);
  if (costly) return { problems: [costly] };
  const checked = CompositionContent.safeParse(value);
  if (!checked.success) return { problems: schemaProblems(checked.error.issues).map(withMissing) };
  const read = readContent(checked.data);
  return 'problems' in read ? read : { content: checked.data, composition: read.composition };
}

/** The schema library says "received undefined" for missing values. */
function withMissing({ path, message }: ErrorDetail): ErrorDetail {
  return { path, message: message.replace(/, received undefined$/, ', and it is missing') };
}

function few(details: ErrorDetail[]): ErrorDetail[] {
  if (details.length <= mostDetails) return details;
  const more = details.length - mostDetails + 1;
  return [...details.slice(0, mostDetails - 1), { path: '', message: `and ${more} more` }];
}
