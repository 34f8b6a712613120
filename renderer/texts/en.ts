import { about } from './en/about.ts';
import { alerts } from './en/alerts.ts';
import { asRun } from './en/as-run.ts';
import { backup } from './en/backup.ts';
import { check } from './en/check.ts';
import { common } from './en/common.ts';
import { connections } from './en/connections.ts';
import { cues } from './en/cues.ts';
import { data } from './en/data.ts';
import { fields } from './en/fields.ts';
import { guard } from './en/guard.ts';
import { header } from './en/header.ts';
import { health } from './en/health.ts';
import { help } from './en/help.ts';
import { keys } from './en/keys.ts';
import { lock } from './en/lock.ts';
import { looks } from './en/looks.ts';
import { panic } from './en/panic.ts';
import { preview } from './en/preview.ts';
import { program } from './en/program.ts';
import { remote } from './en/remote.ts';
import { screen } from './en/screen.ts';
import { showFile } from './en/show-file.ts';
import { state } from './en/state.ts';
import { take } from './en/take.ts';
import { tally } from './en/tally.ts';
import { tree } from './en/tree.ts';
import { workshop } from './en/workshop.ts';

/** The English texts: one member per folder of `renderer/`. */
export const en = {
  about,
  alerts,
  asRun,
  backup,
  check,
  common,
  connections,
  cues,
  data,
  fields,
  guard,
  header,
  health,
  help,
  keys,
  lock,
  looks,
  panic,
  preview,
  program,
  remote,
  screen,
  showFile,
  state,
  take,
  tally,
  tree,
  workshop,
};
