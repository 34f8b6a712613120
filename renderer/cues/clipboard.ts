import { z } from 'zod';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../contract/desk-api/rundown-edit.ts';

export type PastedCue = Extract<RundownEdit, { edit: 'addCues' }>['cues'][number];

const kind = 'application/x-overlay-desk-cues';

const PastedCues = z
  .array(Cue.omit({ id: true, from: true, edited: true }))
  .min(1)
  .max(10_000);

/** Other programs get a table of the numbers and the names. */
export function writeCues(clipboard: DataTransfer, cues: readonly Cue[]): void {
  clipboard.setData(kind, JSON.stringify(PastedCues.parse(cues)));
  clipboard.setData('text/plain', cues.map(({ number, name }) => `${number}\t${name}`).join('\n'));
}

/** The cues of a screen, else the text of a table with tabs, as spreadsheets copy it; undefined for anything else. */
export function readCues(clipboard: DataTransfer): { cues: PastedCue[] } | { table: string } | undefined {
  const own = clipboard.getData(kind);
  if (own !== '') return { cues: PastedCues.parse(JSON.parse(own)) };
  const table = clipboard.getData('text/plain');
  return table.includes('\t') && table.trim().includes('\n') ? { table } : undefined;
}
