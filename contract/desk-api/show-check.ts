import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';

/** What a line of the check is about. */
const About = z.enum([
  'connection',
  'service',
  'show',
  'clock',
  'quota',
  'output',
  'backup',
  'keys',
  'keyboard',
  'controllers',
  'secrets',
  'disk',
  'records',
]);

/** One thing that could fail tonight. */
export const CheckLine = z.object({
  about: About,
  /** Which one: the name of the connection, the app instance or the key; empty if there is only one. */
  name: z.string(),
  /**
   * `good`; `look`: the show goes on, but somebody should look; `failed`: something would not work; `not tried`: it
   * cannot be checked from here.
   */
  result: z.enum(['good', 'look', 'failed', 'not tried']),
  /** What was found, for people. */
  found: z.string(),
  /** What to do about it; empty for nothing. */
  todo: z.string(),
});
export type CheckLine = z.infer<typeof CheckLine>;

/** The keyboard of whoever checks. */
export const CheckedKeyboard = z.object({
  /** What each key types without modifiers, by physical key; null if the browser does not tell. */
  printed: z.record(z.string(), z.string()).nullable(),
  /** Whether a browser keeps some combinations to itself. A desktop window does not. */
  browser: z.boolean(),
  /** What keeps other combinations to itself. */
  system: z.enum(['windows', 'mac', 'linux']),
});
export type CheckedKeyboard = z.infer<typeof CheckedKeyboard>;

/** Everything that could fail tonight. */
export const ShowCheck = z.object({
  /** Whether the desk still opens connections, so that a later check may find something else. */
  opening: z.boolean(),
  lines: z.array(CheckLine),
});
export type ShowCheck = z.infer<typeof ShowCheck>;

export const checkCalls = {
  /** Checks everything that could fail tonight, and changes nothing. `keyboard` is null where there is none to check. */
  checkShow: { takes: z.object({ keyboard: CheckedKeyboard.nullable() }), gives: ShowCheck },
} satisfies LinkContract['calls'];
