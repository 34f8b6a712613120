import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, colorOf, flagOf, numberOf, numberWithin, type Scope, shadowOf, textOf } from '../binding.ts';
import { type FontSpec, type Fonts, languageOf } from './fonts.ts';

type Styled = ElementOf<'text' | 'crawl' | 'timer' | 'clock' | 'list'>;

/** Line distance as a multiple of the size. */
const usualLeading = 1.16;

export interface TextStyle {
  /** In px, before shrinking to fit. */
  size: number;
  leading: number;
  font: FontSpec;
  align: string;
  direction: 'auto' | 'ltr' | 'rtl';
  /** Hundredths of the size. */
  tracking: number;
  uppercase: boolean;
  color: string;
  shadow: string;
}

/** The typography of a text, crawl, timer, clock or list. Throws for a field's value of the wrong type. */
export function textStyleOf(scene: Styled, scope: Scope): TextStyle {
  const { leading = usualLeading, tracking = 0, uppercase = false, direction = 'auto', align, shadow } = scene;
  return {
    size: numberOf(scene.size, scope),
    leading: numberWithin(leading, scope, [0.1, Infinity]),
    font: fontOf(scene, scope),
    align: choiceOf(align, scope, choices.align),
    direction: choiceOf(direction, scope, choices.direction),
    tracking: numberOf(tracking, scope),
    uppercase: flagOf(uppercase, scope),
    color: colorOf(scene.color, scope),
    shadow: [...outlineOf(scene, scope), ...(shadow ? [shadowOf(shadow, scope)] : [])].join(', '),
  };
}

function fontOf({ family, weight, italic = false, language }: Styled, scope: Scope): FontSpec {
  const named = (bound: typeof family): string | undefined => (bound && textOf(bound, scope)) || undefined;
  return {
    family: named(family),
    weight: numberWithin(weight, scope, [100, 900]),
    italic: flagOf(italic, scope),
    language: named(language),
  };
}

export function applyTextStyle(
  node: HTMLElement,
  style: TextStyle,
  { fonts, words }: { fonts: Fonts; words: string },
): void {
  const { size, font, leading, align, tracking, uppercase, color, shadow } = style;
  Object.assign(node.style, {
    fontSize: `${size}px`,
    fontFamily: fonts.families(font, words),
    fontWeight: String(font.weight),
    fontStyle: font.italic ? 'italic' : 'normal',
    lineHeight: String(leading),
    textAlign: align,
    // Letter spacing would break scripts with joined letters.
    letterSpacing: joined.test(words) ? '0' : `${tracking / 100}em`,
    textTransform: uppercase ? 'uppercase' : 'none',
    color,
    textShadow: shadow === '' ? 'none' : shadow,
  });
  node.lang = languageOf(words, font.language) ?? '';
}

/** Undefined if there is nothing to load. */
export function loadFonts({ font, uppercase }: TextStyle, words: string, fonts: Fonts): Promise<void> | undefined {
  return fonts.load(font, uppercase ? words + words.toUpperCase() : words);
}

const joined = /\p{Script=Arabic}|\p{Script=Devanagari}/u;

/**
 * An outline made of shadows around the words. Browsers up to version 122 draw a text stroke over the letters and thin
 * them; the picture should look the same in all browsers.
 */
function outlineOf({ outline }: Styled, scope: Scope): string[] {
  if (!outline) return [];
  const color = colorOf(outline.color, scope);
  const width = numberWithin(outline.width, scope, [0, 100]);
  const copies = Math.min(48, Math.max(8, Math.ceil(width * 4)));
  return Array.from({ length: copies }, (_, at) => {
    const angle = (at / copies) * 2 * Math.PI;
    return `${(Math.cos(angle) * width).toFixed(2)}px ${(Math.sin(angle) * width).toFixed(2)}px 0 ${color}`;
  });
}
