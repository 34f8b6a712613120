import type { OutputPage } from '../../../contract/service-api/output-page.ts';

/** A page of a program that makes the picture. It draws every revision well, but for what `but` says. */
export function outputPage(but: Partial<OutputPage> = {}): OutputPage {
  return {
    id: 1,
    output: '1',
    role: 'output',
    width: 1920,
    height: 1080,
    frameRate: 50,
    dropped: 0,
    revision: 1_000,
    missing: [],
    since: 1,
    reported: 1,
    ...but,
  };
}
