import { z } from 'zod';
import type * as en from './en.ts';

export const languages = ['en', 'de'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/** A language's texts: every English key, with any words. */
export type Translated<Part> = Part extends string
  ? string
  : Part extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Part]: Translated<Part[Key]> };

export type DeskTexts = Translated<typeof en>;

/**
 * Texts whose every read is a read of the language of now, also through a part that a module keeps:
 * `const words = texts.cues`. Trap: a text that is read into a constant keeps its language.
 */
export function liveTexts<Whole extends object>(shape: Whole, now: () => Whole): Whole {
  const live = {};
  for (const [key, part] of Object.entries(shape)) {
    const read = (): unknown => (now() as Readonly<Record<string, unknown>>)[key];
    const isPart = typeof part === 'object' && part !== null;
    const value = isPart ? liveTexts(part as object, read as () => object) : undefined;
    Object.defineProperty(live, key, { enumerable: true, ...(isPart ? { value } : { get: read }) });
  }
  return live as Whole;
}
