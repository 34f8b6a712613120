import type { ErrorDetail } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';
import type { Composition } from '../schema/composition.ts';
import { CompositionContent } from '../schema/composition-content.ts';
import { readContent } from './content.ts';
import { contentAdvice, type Installed } from './content-advice.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';

/** What there is to say of a content. With a problem it cannot be stored, and there is no composition. */
export interface ContentCheck {
  problems: ErrorDetail[];
  warnings: ErrorDetail[];
  composition: Composition | null;
}

/** Nobody reads more than this; the last one says how many there are. */
const mostDetails = 1_000;

/** Look at what should be the content of a composition: everything that is wrong with it, and what is most likely not meant. */
export function checkContent(value: unknown, installed: Installed): ContentCheck {
  const read = readAny(value);
  if ('problems' in read) return { problems: few(read.problems), warnings: [], composition: null };
  const { content, composition } = read;
  return { problems: [], warnings: few(contentAdvice(content, composition, installed)), composition };
}

/**
 * The composition of a content as it is stored, or everything that is wrong with it: what another version of the program
 * stored, or what was restored from elsewhere, need not be what this one takes.
 */
export function readStored(text: string): { composition: Composition } | { problems: ErrorDetail[] } {
  const value = parsedJson(text);
  return value === undefined ? { problems: [{ path: '', message: 'it is not JSON' }] } : readAny(value);
}

function readAny(
  value: unknown,
): { content: CompositionContent; composition: Composition } | { problems: ErrorDetail[] } {
  const checked = CompositionContent.safeParse(value);
  if (!checked.success) return { problems: schemaProblems(checked.error.issues).map(withMissing) };
  const read = readContent(checked.data);
  return 'problems' in read ? read : { content: checked.data, composition: read.composition };
}

/** A schema has its own word for what is not there. */
function withMissing({ path, message }: ErrorDetail): ErrorDetail {
  return { path, message: message.replace(/, received undefined$/, ', and it is missing') };
}

function few(details: ErrorDetail[]): ErrorDetail[] {
  if (details.length <= mostDetails) return details;
  const more = details.length - mostDetails + 1;
  return [...details.slice(0, mostDetails - 1), { path: '', message: `and ${more} more` }];
}
