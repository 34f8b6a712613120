import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Delivery } from './delivery.ts';

/**
 * The cause of an operation: a `key` of a keyboard, a button of a `pad`, a `cue` of a list, a `screen`, the `api` of
 * the desk, live `data`, or the `desk` itself (an automatic fail-over). `detail` names the key, the cue, the caller or the
 * source.
 */
export const Trigger = z.object({
  kind: z.enum(['key', 'pad', 'cue', 'screen', 'api', 'data', 'desk']),
  detail: z.string(),
});
export type Trigger = z.infer<typeof Trigger>;

/** How an operation ended. `unknown`: it was sent and no answer came, so it may or may not have happened. */
export const OperationResult = z.enum(['confirmed', 'failed', 'unknown']);
export type OperationResult = z.infer<typeof OperationResult>;

/**
 * What a line is of, for programs: `action` says the same to people, in words that may change.
 *
 * - `take`, `values`, `command`, `panic`: an operator's operation.
 * - `standbyPanic`: the part of a panic that went to the standby of main and backup.
 * - `undo`, `look`, `again`: an operation that restores, recalls, or repeats.
 * - `cue`: a step of a cue, or its going out.
 * - `mirror`, `failOver`, `failBack`: an operation of a pair of main and backup.
 * - `takeOver`, `takenOver`: an edit that this desk took over from another desk, or lost to one.
 * - `load`, `backup`, `copy`: a change of an app itself: of its composition, of its backup, of the composition in its backup.
 * - `lock`: the show was locked or unlocked, or a wrong PIN was tried.
 * - `update`: another version of the desk was handed to the system, or refused.
 * - `log`: something about the log itself.
 */
export const AsRunKind = z.enum([
  ...['take', 'values', 'command', 'panic', 'standbyPanic', 'undo', 'look', 'again', 'cue'],
  ...['mirror', 'failOver', 'failBack', 'takeOver', 'takenOver', 'load', 'backup', 'copy', 'lock', 'update', 'log'],
] as const);
export type AsRunKind = z.infer<typeof AsRunKind>;

/** A target of an operation: its address among all apps of the desk, and its id and name within its app. */
export const AsRunTarget = z.object({ address: z.string().default(''), id: z.string(), name: z.string() });
export type AsRunTarget = z.infer<typeof AsRunTarget>;

/**
 * One line of the as-run log, written when an operation ends. Members with a default were added later; older lines stay
 * readable.
 */
export const AsRunLine = z.object({
  /** The time of the press by the desk's clock: ISO 8601 UTC with milliseconds. */
  at: z.iso.datetime(),
  /** The same moment by the show clock, which is the service's; null if unknown. */
  showAt: z.iso.datetime().nullable().default(null),
  /** Who was signed on; empty for nobody. */
  operator: z.string().default(''),
  trigger: Trigger,
  /** The app that it was sent to; null for no app, and in lines from before there were several. */
  app: z.object({ key: z.string(), name: z.string() }).nullable().default(null),
  /** Null if the line is older than the kinds. */
  kind: AsRunKind.nullable().default(null),
  /** The action, for people: `Take In`, `Update`. */
  action: z.string(),
  targets: z.array(AsRunTarget),
  /** The update items that were sent, or would have been. */
  items: z.array(z.unknown()),
  result: OperationResult,
  /** Why it was not confirmed; empty if it was. */
  reason: z.string(),
  /** From the press to the outcome. */
  milliseconds: z.number(),
  /** The revision that it made, if it was confirmed. */
  revision: z.int().nullable(),
});
export type AsRunLine = z.infer<typeof AsRunLine>;

/** The most targets of a line that screens are sent without a search. */
export const mostShownTargets = 20;

/** A line as screens are sent it: without the exact request, and with the first {@link mostShownTargets} targets only. */
export const ShownLine = AsRunLine.omit({ items: true }).extend({
  /** How many targets it has beyond those; absent for none. */
  more: z.int().positive().optional(),
});
export type ShownLine = z.infer<typeof ShownLine>;

/** How many lines screens have without a search. The log keeps them all. */
const mostShownLines = 50;

/** The lines that a screen has after some more were recorded, all newest first. */
export function withRecorded(shown: readonly ShownLine[], recorded: readonly ShownLine[]): ShownLine[] {
  return [...recorded, ...shown].slice(0, mostShownLines);
}

/** A line as the log stores it. */
export const AsRunEntry = AsRunLine.extend({
  /** A kind of a later version is null, so that its lines stay readable after a step back. */
  kind: AsRunLine.shape.kind.catch(null),
  /** Lines are numbered from 1; null for lines from before there were numbers. */
  seq: z.int().positive().nullable().default(null),
  /** The SHA-256 of the previous line as base64url; empty for the very first line. Null where `seq` is. */
  before: z.string().nullable().default(null),
});
export type AsRunEntry = z.infer<typeof AsRunEntry>;

/** A search. A member that is absent or empty does not restrict it. */
export const AsRunQuery = z.object({
  /** Found in any word of the line, ignoring case. */
  text: z.string().max(200).optional(),
  /** At this moment or later. */
  from: z.iso.datetime().optional(),
  /** Before this moment. */
  until: z.iso.datetime().optional(),
  results: z.array(OperationResult).optional(),
  triggers: z.array(Trigger.shape.kind).optional(),
  /** Part of the name, or the complete id or address, of a target or of the app. */
  target: z.string().max(500).optional(),
  /** Part of the operator's name. */
  operator: z.string().max(200).optional(),
});
export type AsRunQuery = z.infer<typeof AsRunQuery>;

/** One page of results, newest first. */
export const AsRunPage = z.object({
  lines: z.array(AsRunEntry),
  /**
   * Where the next page starts; null if everything was searched. A page may be short or even empty without being the
   * last.
   */
  next: z.string().nullable(),
  /** The time of the oldest line that was searched; null if there was none. */
  searchedTo: z.string().nullable(),
  /** What is wrong with the searched part of the log: lines that were changed, cut out or are incomplete. */
  problems: z.array(z.string()),
});
export type AsRunPage = z.infer<typeof AsRunPage>;

/** The longest name of an operator. */
export const operatorLength = 60;

/** The calls about the as-run log. */
export const asRunCalls = {
  /** Searches lines, newest first. `next` comes from the previous page. */
  searchAsRun: {
    takes: z.object({
      query: AsRunQuery,
      next: z.string().max(200).nullable(),
      size: z.int().min(1).max(500),
    }),
    gives: AsRunPage,
  },
  /** Makes a file of all results, oldest first: a table for spreadsheets, or the lines as they are stored. */
  exportAsRun: {
    takes: z.object({ query: AsRunQuery, format: z.enum(['csv', 'jsonl']) }),
    gives: Delivery,
  },
  /** Sets who operates the desk from now on; empty for nobody. It is saved, and every line has it. */
  signOn: { takes: z.object({ name: z.string().trim().max(operatorLength) }), gives: z.null() },
} satisfies LinkContract['calls'];
