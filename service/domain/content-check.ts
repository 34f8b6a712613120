import type { ErrorDetail } from '../../contract/errors.ts';
import type { Composition } from '../../contract/model/composition.ts';
import { CompositionContent } from '../../contract/model/composition-content.ts';
import { readContent } from './content.ts';
import { contentAdvice, type Installed } from './content-advice.ts';
import { schemaProblems } from './schema-problems.ts';

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
  const checked = CompositionContent.safeParse(value);
  if (!checked.success) return refused(schemaProblems(checked.error.issues).map(withMissing));
  const read = readContent(checked.data);
  if ('problems' in read) return refused(read.problems);
  const { composition } = read;
  return { problems: [], warnings: few(contentAdvice(checked.data, composition, installed)), composition };
}

function refused(problems: ErrorDetail[]): ContentCheck {
  return { problems: few(problems), warnings: [], composition: null };
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
