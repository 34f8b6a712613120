import { ask } from './call.ts';
import { showCalls, ShowReport } from './show-file.ts';

export const replacedCalls = {
  /** Names what `importShow` of these parts would replace. Changes nothing. Errors: as `readShow`. */
  readReplaced: ask(showCalls.importShow.takes, ShowReport.shape.replaces),
};
