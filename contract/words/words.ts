import { type ErrorSentences, translateErrors } from '../errors.ts';
import { liveTexts, type Translated } from '../texts/language.ts';
import { captions as english } from './en.ts';

/** What the desk and its screens both say. Errors without a sentence have that of their table, which is English. */
export interface SharedWords {
  captions: Translated<typeof english>;
  errors: Partial<ErrorSentences>;
}

export const englishWords: SharedWords = { captions: english, errors: {} };

let words = (): SharedWords => englishWords;

export const captions = /* @__PURE__ */ liveTexts<SharedWords['captions']>(english, () => words().captions);

/** `read` gives the words in the language of now. */
export function speakBy(read: () => SharedWords): void {
  words = read;
  translateErrors(() => read().errors);
}
