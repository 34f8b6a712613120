import { describe, expect, it } from 'vitest';
import * as deskDe from '../../contract/texts/de.ts';
import * as deskEn from '../../contract/texts/en.ts';
import { Language } from '../../contract/texts/language.ts';
import { speak, spokenLanguage, texts } from '../../contract/texts/texts.ts';
import { OverlayError } from '../../contract/errors.ts';
import * as wordsDe from '../../contract/words/de.ts';
import * as wordsEn from '../../contract/words/en.ts';
import * as screenDe from '../../renderer/texts/de.ts';
import * as screenEn from '../../renderer/texts/en.ts';

type Sentence = (...values: unknown[]) => unknown;

/** The sentences with values, by path. */
function sentences(part: object, path = ''): [string, Sentence][] {
  return Object.entries(part).flatMap(([key, text]: [string, unknown]): [string, Sentence][] => {
    if (typeof text === 'function') return [[`${path}${key}`, text as Sentence]];
    return typeof text === 'object' && text !== null ? sentences(text, `${path}${key}.`) : [];
  });
}

/** The values of a fixed list, which German says by words of its own: the sentence, and the place of the value. */
const ofLists = new Set(
  [
    ['app.wentAfterAll', 1],
    ['cues.gone', 0],
    ...['goesOff', 'wentOff', 'noConnection', 'panicOn', 'sideSays', 'alreadyActive', 'unreachable', 'side'].map(
      (name) => [`backup.${name}`, 0],
    ),
  ].map(([path, at]) => `${path} ${at}`),
);

const kinds: ((at: number) => unknown)[] = [(at) => `<${at}>`, (at) => [`<${at}>`], (at) => 7001 + at];

/** Which of its values a sentence says, for each kind of value; undefined for a kind that it does not take. */
function saidValues(sentence: Sentence, count: number): (string[] | undefined)[] {
  return kinds.map((kind) => {
    const values = Array.from({ length: count }, (_, at) => kind(at));
    try {
      const text = String(sentence(...values)).replaceAll(/(\d)[.,](\d{3})/g, '$1$2');
      return values.map((value) => String(value)).filter((value) => text.includes(value));
    } catch {
      return undefined;
    }
  });
}

it.each([
  ['the desk', deskEn, deskDe],
  ['the screens', screenEn, screenDe],
  ['both', wordsEn, wordsDe],
] as const)('German says every value that English says in the sentences of %s', (_, en, de) => {
  const german = new Map(sentences(de));
  const all = sentences(en);
  expect(all.length).toBeGreaterThan(10);
  const lacking = all.flatMap(([path, sentence]) => {
    const inGerman = saidValues(german.get(path) ?? (() => ''), sentence.length);
    const isOfList = (value: string): boolean => ofLists.has(`${path} ${Number(/\d+/.exec(value)?.[0]) % 7001}`);
    const lost = saidValues(sentence, sentence.length).flatMap((values, kind) => {
      const german = inGerman[kind];
      return german && values ? values.filter((value) => !german.includes(value) && !isOfList(value)) : [];
    });
    return lost.length > 0 ? [`${path}: ${lost.join(' ')}`] : [];
  });
  expect(lacking).toEqual([]);
});

describe('the desk', () => {
  it('says the texts and errors in the language that it speaks now, also through kept parts', () => {
    const words = texts.cues;
    const inEnglish = words.goPressed;
    try {
      speak('de');
      expect([words.goPressed, texts.cues.goPressed, spokenLanguage()]).toEqual([
        deskDe.cues.goPressed,
        deskDe.cues.goPressed,
        'de',
      ]);
      expect(new OverlayError('press-late').message).toBe(wordsDe.errors['press-late']);
    } finally {
      speak('en');
    }
    expect([words.goPressed, new OverlayError('press-late').message]).toEqual([
      inEnglish,
      'The press came too late, so nothing was sent.',
    ]);
    expect(Language.options).toEqual(['en', 'de']);
  });
});
