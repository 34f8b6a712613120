import type { Translated } from '../../contract/texts/texts.ts';
import * as en from './en.ts';

export type Texts = Translated<typeof en>;

export const texts: Texts = en;
