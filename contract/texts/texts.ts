import * as en from './en.ts';

/** A language's texts: every English key, with any words. */
export type Translated<Part> = Part extends string
  ? string
  : Part extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Part]: Translated<Part[Key]> };

export const texts: Translated<typeof en> = en;
