import { about } from './en/about.ts';
import { common } from './en/common.ts';

/** The English texts of the screens: a member for each folder of `renderer/`. */
export const en = {
  about,
  common,
};
