import type { ElementOf } from '../../contract/model/scene.ts';
import { colorOf, numberOf, type Scope, textOf } from '../binding.ts';
import { type FontWish, type Fonts, languageOf } from '../fonts.ts';

type Styled = ElementOf<'text' | 'crawl' | 'timer' | 'clock' | 'list'>;

/** The distance of two lines, as a multiple of the size, where a scene says nothing else. */
const usualLeading = 1.16;

/** How words look: everything that a scene says of it, read out of its fields. */
export interface Look {
  /** Pixels, before the words are made smaller. */
  size: number;
  leading: number;
  font: FontWish;
  align: string;
  direction: 'auto' | 'ltr' | 'rtl';
  /** Hundredths of the size. */
  tracking: number;
  uppercase: boolean;
  color: string;
  /** A CSS `text-shadow`. */
  shadow: string;
}

/** Reads the look of a text, crawl, timer, clock or list; throws where a field does not hold what is wanted. */
export function lookOf(scene: Styled, scope: Scope): Look {
  const { leading = usualLeading, tracking = 0, uppercase = false, direction = 'auto', align } = scene;
  const language = scene.language && textOf(scene.language, scope);
  return {
    size: numberOf(scene.size, scope),
    leading,
    font: {
      family: scene.family,
      weight: scene.weight,
      italic: scene.italic ?? false,
      language: language === '' ? undefined : language,
    },
    align,
    direction,
    tracking,
    uppercase,
    color: colorOf(scene.color, scope),
    shadow: [...outlineOf(scene, scope), ...shadowOf(scene)].join(', '),
  };
}

/** Gives a node the typography of a look, for these words. */
export function applyLook(node: HTMLElement, look: Look, { fonts, words }: { fonts: Fonts; words: string }): void {
  const { size, font, leading, align, tracking, uppercase, color, shadow } = look;
  Object.assign(node.style, {
    fontSize: `${size}px`,
    fontFamily: fonts.families(font, words),
    fontWeight: String(font.weight),
    fontStyle: font.italic ? 'italic' : 'normal',
    lineHeight: String(leading),
    textAlign: align,
    // Space between letters would tear those apart that are written joined.
    letterSpacing: joined.test(words) ? '0' : `${tracking / 100}em`,
    textTransform: uppercase ? 'uppercase' : 'none',
    color,
    textShadow: shadow === '' ? 'none' : shadow,
  });
  node.lang = languageOf(words, font.language) ?? '';
}

/** Begins to load what words of this look need; nothing where it is all there. */
export function fontsFor({ font, uppercase }: Look, words: string, fonts: Fonts): Promise<void> | undefined {
  return fonts.ready(font, uppercase ? words + words.toUpperCase() : words);
}

const joined = /\p{Script=Arabic}|\p{Script=Devanagari}/u;

function shadowOf({ shadow }: Styled): string[] {
  return shadow ? [`${shadow.x}px ${shadow.y}px ${shadow.blur}px ${shadow.color}`] : [];
}

/**
 * An outline as copies of the words around them: browsers up to 122 draw a stroke over the letters, which eats them, and
 * the picture should be the same in all.
 */
function outlineOf({ outline }: Styled, scope: Scope): string[] {
  if (!outline) return [];
  const color = colorOf(outline.color, scope);
  const { width } = outline;
  const copies = Math.min(48, Math.max(8, Math.ceil(width * 4)));
  return Array.from({ length: copies }, (_, at) => {
    const angle = (at / copies) * 2 * Math.PI;
    return `${(Math.cos(angle) * width).toFixed(2)}px ${(Math.sin(angle) * width).toFixed(2)}px 0 ${color}`;
  });
}
