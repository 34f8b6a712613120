import { about } from './en/about.ts';
import { asRun } from './en/as-run.ts';
import { check } from './en/check.ts';
import { common } from './en/common.ts';
import { connections } from './en/connections.ts';
import { cues } from './en/cues.ts';
import { data } from './en/data.ts';

/** The English texts of the screens: a member for each folder of `renderer/`. */
export const en = {
  about,
  asRun,
  check,
  common,
  connections,
  cues,
  data,
};
