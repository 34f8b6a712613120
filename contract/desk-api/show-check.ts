import { z } from 'zod';
import { PictureAddress } from './backup.ts';
import { ask } from './call.ts';

const CheckSubject = z.enum([
  'connection',
  'service',
  'show',
  'clock',
  'quota',
  'output',
  'backup',
  'cues',
  'keys',
  'keyboard',
  'controllers',
  'secrets',
  'disk',
  'records',
]);

export const CheckLine = z.object({
  about: CheckSubject,
  /** The connection, app instance or key; empty if only one exists. */
  name: z.string(),
  /** `look`: works, but needs attention; `not tried`: cannot be checked from here. */
  result: z.enum(['good', 'look', 'failed', 'not tried']),
  found: z.string(),
  todo: z.string(),
  /** Of the picture of main and backup, to copy. */
  addresses: z.array(PictureAddress).optional(),
});
export type CheckLine = z.infer<typeof CheckLine>;

export const CheckedKeyboard = z.object({
  /** Unmodified characters by physical key; null if the browser does not report them. */
  printed: z.record(z.string(), z.string()).nullable(),
  browser: z.boolean(),
  system: z.enum(['windows', 'mac', 'linux']),
});
export type CheckedKeyboard = z.infer<typeof CheckedKeyboard>;

export const ShowCheck = z.object({
  /** Connections are still opening, so a later check may find more. */
  opening: z.boolean(),
  lines: z.array(CheckLine),
});
export type ShowCheck = z.infer<typeof ShowCheck>;

export const checkCalls = {
  /** Changes nothing. `keyboard` is null without one to check. */
  checkShow: ask(z.object({ keyboard: CheckedKeyboard.nullable() }), ShowCheck),
};
