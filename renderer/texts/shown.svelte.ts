import type { Language } from '../../contract/texts/language.ts';
import { englishWords, speakBy, type SharedWords } from '../../contract/words/words.ts';
import * as en from './en.ts';
import { showBy, type Texts } from './texts.ts';

interface Shown {
  texts: Texts;
  words: SharedWords;
}

const english: Shown = { texts: en, words: englishWords };

const loads: Readonly<Record<Language, () => Promise<Shown>>> = {
  en: () => Promise.resolve(english),
  de: async () => {
    const [texts, words] = await Promise.all([import('./de.ts'), import('../../contract/words/de.ts')]);
    return { texts, words };
  },
};

let shown = $state.raw(english);
let wanted: Language = 'en';
showBy(() => shown.texts);
speakBy(() => shown.words);

/** Shows the language at once, in all that is open. Rejects if the language could not be loaded. */
export async function show(page: Document, language: Language): Promise<void> {
  wanted = language;
  const loaded = await loads[language]();
  // Another language was chosen meanwhile.
  if (language !== wanted) return;
  shown = loaded;
  page.documentElement.lang = language;
}
