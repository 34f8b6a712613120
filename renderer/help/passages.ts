import { wordsIn } from '../find/findable.ts';

/** A heading, paragraph, row or list item of the manual. */
export interface Passage {
  /** Its heading. */
  name: string;
  /** Its text; empty for a heading. */
  more: string;
  block: HTMLElement;
}

/** In reading order. */
export function passagesIn(manual: HTMLElement): Passage[] {
  let name = '';
  return [...manual.querySelectorAll<HTMLElement>('h1, h2, h3, p, li:not(:has(li, p)), tr, pre')].map((block) => {
    const text = [...block.childNodes].map((node) => node.textContent?.trim() ?? '').join(' ');
    if (!block.matches('h1, h2, h3')) return { name, more: text, block };
    name = text;
    return { name, more: '', block };
  });
}

/** Characters shown before the first found word. */
const before = 24;

/** The text from a little before the first of the words that were searched. */
export function shownFrom(text: string, searched: string): string {
  const places = wordsIn(searched).map((word) => text.toLowerCase().indexOf(word));
  const first = Math.min(...places.filter((place) => place >= 0));
  if (first === Infinity || first <= before) return text;
  return `… ${text.slice(text.indexOf(' ', first - before) + 1)}`;
}
