import { about } from './en/about.ts';
import { asRun } from './en/as-run.ts';
import { check } from './en/check.ts';
import { common } from './en/common.ts';
import { connections } from './en/connections.ts';
import { cues } from './en/cues.ts';
import { data } from './en/data.ts';
import { fields } from './en/fields.ts';
import { guard } from './en/guard.ts';
import { header } from './en/header.ts';
import { help } from './en/help.ts';
import { lock } from './en/lock.ts';
import { looks } from './en/looks.ts';
import { preview } from './en/preview.ts';
import { showFile } from './en/show-file.ts';
import { state } from './en/state.ts';
import { tally } from './en/tally.ts';
import { tree } from './en/tree.ts';

/** The English texts of the screens: a member for each folder of `renderer/`. */
export const en = {
  about,
  asRun,
  check,
  common,
  connections,
  cues,
  data,
  fields,
  guard,
  header,
  help,
  lock,
  looks,
  preview,
  showFile,
  state,
  tally,
  tree,
};
