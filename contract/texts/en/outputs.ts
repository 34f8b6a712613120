import { oldestChromium } from '../../service-api/output-page.ts';

export const outputs = {
  none: 'No output page draws this show.',
  dropsFrames: (page: string) => `${page} drops frames.`,
  behind: (page: string) => `${page} does not show the newest change.`,
  tooOld: (page: string, engine: string) =>
    `${page} draws nothing: ${engine} is too old. The page needs Chromium ${oldestChromium}.`,
  otherSide: 'The output page shows the other side of main and backup.',
  noPage: (output: string) => `No output page draws the output ${output}.`,
  /** By the role of the page. */
  pages: { output: 'Output', monitor: 'Program picture', preview: 'Preview' },
  fails: (page: string, failure: string) => `${page}: ${failure}`,
  misses: (page: string, source: string, reason: string) => `${page} misses ${source}: ${reason}`,
  fieldOf: (field: string, graphic: string) => `${field} of ${graphic}`,
};
