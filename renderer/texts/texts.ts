import { liveTexts, type Translated } from '../../contract/texts/language.ts';
import * as en from './en.ts';

export type Texts = Translated<typeof en>;

let shown = (): Texts => en;

export const texts = liveTexts<Texts>(en, () => shown());

/** `read` gives the texts in the language of now. */
export function showBy(read: () => Texts): void {
  shown = read;
}
