import type { SceneFont } from '../../scene/schema/stage.ts';
import type { ShowMedia } from '../page/show-media.ts';

export interface FontSpec {
  /** As the scene names it; undefined for the bundled sans. */
  family: string | undefined;
  weight: number;
  italic: boolean;
  /** BCP 47, if the scene names a language. */
  language: string | undefined;
}

const aliases = new Map([
  ['sans', 'Inter'],
  ['condensed', 'Roboto Condensed'],
]);
const sans = 'Inter Variable';

interface Script {
  family: string;
  /** Runs of the script's characters. */
  letters: RegExp;
}

/** Bundled families for scripts that a text's family may lack. */
const scripts: readonly Script[] = [
  { family: 'Noto Sans Arabic Variable', letters: /\p{Script=Arabic}+/gu },
  { family: 'Noto Sans Hebrew Variable', letters: /\p{Script=Hebrew}+/gu },
  { family: 'Noto Sans Devanagari Variable', letters: /\p{Script=Devanagari}+/gu },
  { family: 'Noto Sans Thai Variable', letters: /\p{Script=Thai}+/gu },
];

/** Han characters, the scripts written with them, and their punctuation. */
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+/gu;
const hanFamilies = { ja: 'Noto Sans JP Variable', ko: 'Noto Sans KR Variable', zh: 'Noto Sans SC Variable' } as const;
type HanLanguage = keyof typeof hanFamilies;

export interface OwnFont {
  name: string;
  source: string;
  face: FontFace;
}

let shows = 0;

/**
 * The fonts of one show: bundled, and the composition's own. The latter get unique names, so that the next show may use
 * the same family name for another font.
 */
export class Fonts {
  readonly #media: ShowMedia;
  readonly #show: number;
  readonly own: OwnFont[] = [];
  /** By font, the characters loaded or tried. Asking the browser costs a layout of the whole page. */
  readonly #known = new Map<string, Set<string>>();

  constructor(media: ShowMedia, own: readonly SceneFont[]) {
    this.#media = media;
    this.#show = shows += 1;
    for (const font of own) this.#add(font);
  }

  families({ family, language }: FontSpec, words: string): string {
    const first = hanFamilies[hanLanguage(words, language)];
    const rest = Object.values(hanFamilies).filter((other) => other !== first);
    const all = [...this.#named(family), sans, ...scripts.map((script) => script.family), first, ...rest];
    return [...all.map(quoted), 'sans-serif'].join(', ');
  }

  /**
   * Starts loading the fonts for these words. The promise never rejects; undefined if there is nothing to load. A
   * failed font is reported and not waited for again; the words use the next family.
   */
  load(spec: FontSpec, words: string): Promise<void> | undefined {
    const loading = this.#familiesNeeded(spec, words).flatMap(([family, letters]) => {
      return this.#load(`${spec.italic ? 'italic ' : ''}${spec.weight} 16px ${quoted(family)}`, letters);
    });
    return loading.length > 0 ? Promise.all(loading).then(() => undefined) : undefined;
  }

  dispose(): void {
    for (const { face } of this.own) document.fonts.delete(face);
  }

  #add({ family, source, weight = 400, style = 'normal' }: SceneFont): void {
    try {
      const name = this.#ownName(family);
      const weights = typeof weight === 'number' ? String(weight) : weight.join(' ');
      const face = new FontFace(name, `url(${quoted(this.#media.address(source))})`, { weight: weights, style });
      const font = { name, source, face };
      // The browser's error gives no reason, so the page reports the name of the font alone.
      face.loaded.catch(() => this.#media.addMissing(font, source, `the font "${family}" cannot be loaded`));
      document.fonts.add(face);
      this.own.push(font);
    } catch (error) {
      console.error(`on air: the font "${family}" cannot be used:`, error);
    }
  }

  #ownName(family: string): string {
    return `${family} of show ${this.#show}`;
  }

  /** The CSS names of a family. A bundled font comes before an installed one. */
  #named(family: string | undefined): string[] {
    if (family === undefined) return [sans];
    const own = this.#ownName(family);
    if (this.own.some(({ name }) => name === own)) return [own];
    const name = aliases.get(family) ?? family;
    return [`${name} Variable`, name];
  }

  #familiesNeeded({ family, language }: FontSpec, words: string): [family: string, letters: string][] {
    // The space always comes from the first family, whose metrics decide where lines break.
    const needs = [...new Set([...this.#named(family), sans])].map((name): [string, string] => [name, `${words} `]);
    const hanScript = { family: hanFamilies[hanLanguage(words, language)], letters: han };
    for (const script of [...scripts, hanScript]) {
      const letters = words.match(script.letters)?.join('');
      if (letters !== undefined) needs.push([script.family, letters]);
    }
    return needs;
  }

  #load(font: string, letters: string): Promise<void>[] {
    const known = this.#known.get(font) ?? new Set();
    this.#known.set(font, known);
    const needed = [...new Set(letters)].filter((letter) => !known.has(letter));
    if (needed.length === 0) return [];
    const settle = (): void => needed.forEach((letter) => known.add(letter));
    if (document.fonts.check(font, needed.join(''))) {
      settle();
      return [];
    }
    return [
      document.fonts.load(font, needed.join('')).then(settle, (error: unknown) => {
        console.warn(`on air: the font ${font} cannot be loaded; another one is shown`, error);
        settle();
      }),
    ];
  }
}

/** For typesetting: the given language, else the script's. Han without kana or Korean letters counts as Chinese. */
export function languageOf(words: string, named: string | undefined): string | undefined {
  if (named !== undefined) return named;
  if (/\p{Script=Arabic}/u.test(words)) return 'ar';
  if (/\p{Script=Hebrew}/u.test(words)) return 'he';
  han.lastIndex = 0;
  return han.test(words) ? hanLanguage(words, undefined) : undefined;
}

function hanLanguage(words: string, named: string | undefined): HanLanguage {
  const main = named?.split('-')[0]?.toLowerCase() ?? '';
  if (main === 'ja' || main === 'ko' || main === 'zh') return main;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)) return 'ja';
  return /\p{Script=Hangul}/u.test(words) ? 'ko' : 'zh';
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, ' ')}"`;
}
