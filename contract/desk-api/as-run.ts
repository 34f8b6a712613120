import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Delivery } from './delivery.ts';

/**
 * What made the desk do something: a `key` of a keyboard, a button of a `pad`, a `cue` of a list, a `screen`, the `api` of
 * the desk, or the `desk` by itself (an automatic fail-over). `detail` is the name of the key, the cue or the caller.
 */
export const Trigger = z.object({ kind: z.enum(['key', 'pad', 'cue', 'screen', 'api', 'desk']), detail: z.string() });
export type Trigger = z.infer<typeof Trigger>;

/** How an operation ended. `unknown`: it was sent and no answer came, so it may or may not have happened. */
export const OperationResult = z.enum(['confirmed', 'failed', 'unknown']);
export type OperationResult = z.infer<typeof OperationResult>;

/** What was asked something of: its address among all apps of the desk, and its id and its name in its own app. */
export const AsRunTarget = z.object({ address: z.string().default(''), id: z.string(), name: z.string() });
export type AsRunTarget = z.infer<typeof AsRunTarget>;

/**
 * One line of the as-run log: one operation, written when it ended. What has a default came later than the first lines
 * that were ever written, which stay readable.
 */
export const AsRunLine = z.object({
  /** When it was asked, by the desk's clock: ISO 8601 UTC with milliseconds. */
  at: z.iso.datetime(),
  /** The same moment by the show clock, which is that of the service; null where it was not known. */
  showAt: z.iso.datetime().nullable().default(null),
  /** Who was signed on; empty for nobody. */
  operator: z.string().default(''),
  trigger: Trigger,
  /** The app that it was asked of; null where the line is older than the choice, or of no app. */
  app: z.object({ key: z.string(), name: z.string() }).nullable().default(null),
  /** What was asked, for people: `Take In`, `Update`. */
  action: z.string(),
  targets: z.array(AsRunTarget),
  /** The update items that were sent (or would have been). */
  items: z.array(z.unknown()),
  result: OperationResult,
  /** Why it was not confirmed; empty where it was. */
  reason: z.string(),
  /** From the press to the answer. */
  milliseconds: z.number(),
  /** The revision that it made, where confirmed. */
  revision: z.int().nullable(),
});
export type AsRunLine = z.infer<typeof AsRunLine>;

/** A line as the log keeps it. */
export const AsRunEntry = AsRunLine.extend({
  /** The lines are counted from 1; null for those that were written before they were. */
  seq: z.int().positive().nullable().default(null),
  /** The SHA-256 of the line before, as base64url; empty for the very first line. Null as `seq` is. */
  before: z.string().nullable().default(null),
});
export type AsRunEntry = z.infer<typeof AsRunEntry>;

/** What is looked for; a member that is absent or empty leaves nothing out. */
export const AsRunQuery = z.object({
  /** In any word of the line, whatever its case. */
  text: z.string().max(200).optional(),
  /** Asked at this moment or later. */
  from: z.iso.datetime().optional(),
  /** Asked before this moment. */
  until: z.iso.datetime().optional(),
  results: z.array(OperationResult).optional(),
  triggers: z.array(Trigger.shape.kind).optional(),
  /** A part of the name, or the whole id or address, of a target or of the app. */
  target: z.string().max(500).optional(),
  /** A part of the operator's name. */
  operator: z.string().max(200).optional(),
});
export type AsRunQuery = z.infer<typeof AsRunQuery>;

/** A part of what was found, newest first. */
export const AsRunPage = z.object({
  lines: z.array(AsRunEntry),
  /** Where the search goes on; null where every line was looked at. A page may be short, or empty, and not be the last. */
  next: z.string().nullable(),
  /** When the oldest line was asked that was looked at; null where there was none. */
  searchedTo: z.string().nullable(),
  /** What is wrong with the log as far as this page looked: a line that was changed, cut out, or is not whole. */
  problems: z.array(z.string()),
});
export type AsRunPage = z.infer<typeof AsRunPage>;

/** The longest name of an operator. */
export const operatorLength = 60;

/** What a screen can ask of the as-run log. */
export const asRunCalls = {
  /** Look for lines, newest first. `next` is that of the page before. */
  searchAsRun: {
    takes: z.object({
      query: AsRunQuery,
      next: z.string().max(200).nullable(),
      size: z.int().min(1).max(500),
    }),
    gives: AsRunPage,
  },
  /** Make a file of all that is found, oldest first: a table for spreadsheets, or the lines as they are kept. */
  exportAsRun: {
    takes: z.object({ query: AsRunQuery, format: z.enum(['csv', 'jsonl']) }),
    gives: Delivery,
  },
  /** Say who operates the desk from now on; empty for nobody. It is kept, and stands in every line. */
  signOn: { takes: z.object({ name: z.string().trim().max(operatorLength) }), gives: z.null() },
} satisfies LinkContract['calls'];
