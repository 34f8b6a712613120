import { en } from './en.ts';

/** The texts of a language: every key of the English ones, with any words. */
type Translated<Part> = Part extends string
  ? string
  : Part extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Part]: Translated<Part[Key]> };

export type Texts = Translated<typeof en>;

/** What the screens say. */
export const texts: Texts = en;
