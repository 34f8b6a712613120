import * as german from '../words/de.ts';
import { englishWords, speakBy, type SharedWords } from '../words/words.ts';
import * as de from './de.ts';
import * as en from './en.ts';
import { Language, liveTexts, type DeskTexts } from './language.ts';

interface Spoken {
  texts: DeskTexts;
  words: SharedWords;
}

const spoken: Readonly<Record<Language, Spoken>> = {
  en: { texts: en, words: englishWords },
  de: { texts: de, words: german },
};

let language: Language = 'en';

export const texts = /* @__PURE__ */ liveTexts<DeskTexts>(en, () => spoken[language].texts);

export const spokenLanguage = (): Language => language;

export function speak(chosen: Language): void {
  language = chosen;
  speakBy(() => spoken[language].words);
}

/** Threads and drivers of a desk have its language in their environment, as it was when they started. */
export const languageVariable = 'OVERLAY_LANGUAGE';

export function speakAs(environment: Readonly<Record<string, string | undefined>>): void {
  speak(Language.catch('en').parse(environment[languageVariable]));
}
