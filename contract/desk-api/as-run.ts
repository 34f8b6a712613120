import { z } from 'zod';
import { ask } from './call.ts';
import { Delivery } from './delivery.ts';

/**
 * The cause of an operation; `desk` means an automatic fail-over. `detail` names the key, cue, caller or source, or is
 * the number of the screen. `hand`: the screen or device of a key or pad, or of the press that started a cue.
 */
export const Trigger = z.object({
  kind: z.enum(['key', 'pad', 'cue', 'screen', 'api', 'data', 'desk']),
  detail: z.string(),
  hand: z.string().optional(),
});
export type Trigger = z.infer<typeof Trigger>;

/**
 * `replaced`: never sent, because newer values of the same fields came first. `unknown`: sent but not answered, so it may
 * or may not have happened.
 */
export const OperationResult = z.enum(['confirmed', 'replaced', 'failed', 'unknown']);
export type OperationResult = z.infer<typeof OperationResult>;

/** The kind of a line, for programs; `action` says the same for people and its wording may change. */
export const AsRunKind = z.enum([
  'take',
  'values',
  'command',
  'panic',
  'standbyPanic',
  'undo',
  'look',
  'again',
  'cue',
  'mirror',
  'failOver',
  'failBack',
  // This desk took over an edit from another desk, or lost one.
  'takeOver',
  'takenOver',
  // A change of the app's composition, its backup, or the backup's composition.
  'load',
  'backup',
  'copy',
  // The show was locked or unlocked, or a wrong PIN was tried.
  'lock',
  // A desk version was handed to the system, or refused.
  'update',
  'log',
]);
export type AsRunKind = z.infer<typeof AsRunKind>;

/** `address` is unique on the desk; `id` and `name` are those within the app. */
export const AsRunTarget = z.object({ address: z.string(), id: z.string(), name: z.string() });
export type AsRunTarget = z.infer<typeof AsRunTarget>;

/** One log line, written when an operation ends. A member that is added later needs a default, so that older lines stay readable. */
export const AsRunLine = z.object({
  /** The time of the press by the desk's clock: ISO 8601 UTC with milliseconds. */
  at: z.iso.datetime(),
  /** The same moment by the show clock, which is the service's; null if unknown. */
  showAt: z.iso.datetime().nullable(),
  /** The signed-on operator; empty for none. */
  operator: z.string(),
  trigger: Trigger,
  app: z.object({ key: z.string(), name: z.string() }).nullable(),
  kind: AsRunKind.nullable(),
  action: z.string(),
  targets: z.array(AsRunTarget),
  items: z.array(z.unknown()),
  result: OperationResult,
  reason: z.string(),
  /** From the press to the outcome. */
  milliseconds: z.number(),
  revision: z.int().nullable(),
});
export type AsRunLine = z.infer<typeof AsRunLine>;

/** Screens get at most this many targets per log line; a search returns all. */
export const mostShownTargets = 20;

/**
 * A line for screens: without the request, and with at most {@link mostShownTargets} targets. `times`: the lines that
 * this one stands for.
 */
export const ShownLine = AsRunLine.omit({ items: true }).extend({
  more: z.int().positive().optional(),
  times: z.int().min(2).optional(),
});
export type ShownLine = z.infer<typeof ShownLine>;

/** Screens get this many lines without a search; the log keeps all. */
const mostShownLines = 50;

/**
 * Screens show lines of one flow as one line: data and faders would push the operator's own lines out of sight.
 * Undefined for a line that stands alone.
 */
export function flowOf({ trigger, kind, app, action, result, reason }: ShownLine): string | undefined {
  const flows = kind === 'mirror' || (kind === 'values' && (trigger.kind === 'data' || trigger.kind === 'pad'));
  return flows ? JSON.stringify([kind, trigger, app?.key, action, result, reason]) : undefined;
}

export function withRecorded(shown: readonly ShownLine[], recorded: readonly ShownLine[]): ShownLine[] {
  const flows = new Set(recorded.flatMap((line) => flowOf(line) ?? []));
  const others = flows.size === 0 ? shown : shown.filter((line) => !flows.has(flowOf(line) ?? ''));
  return [...recorded, ...others].slice(0, mostShownLines);
}

export const AsRunEntry = AsRunLine.extend({
  /** Reads an unknown kind from a later version as null, so that a downgrade can read its lines. */
  kind: AsRunLine.shape.kind.catch(null),
  /** Counts from 1. */
  seq: z.int().positive(),
  /** The SHA-256 of the previous line as base64url; empty for the very first line. */
  before: z.string(),
});
export type AsRunEntry = z.infer<typeof AsRunEntry>;

/** Absent or empty members do not restrict the search. */
export const AsRunQuery = z.object({
  /** Matches any word of the line, ignoring case. */
  text: z.string().max(200).optional(),
  /** Inclusive. */
  from: z.iso.datetime().optional(),
  /** Exclusive. */
  until: z.iso.datetime().optional(),
  results: z.array(OperationResult).optional(),
  triggers: z.array(Trigger.shape.kind).optional(),
  /** Part of the name, or the complete id or address, of a target or of the app. */
  target: z.string().max(500).optional(),
  operator: z.string().max(200).optional(),
});
export type AsRunQuery = z.infer<typeof AsRunQuery>;

export const AsRunPage = z.object({
  lines: z.array(AsRunEntry),
  /** Where the next page starts; null after the last. Pages before the last may be short or empty. */
  next: z.string().nullable(),
  searchedTo: z.string().nullable(),
  problems: z.array(z.string()),
});
export type AsRunPage = z.infer<typeof AsRunPage>;

export const operatorLength = 60;

export const asRunCalls = {
  /** Newest first. `next` comes from the previous page. */
  searchAsRun: ask(
    z.object({ query: AsRunQuery, next: z.string().max(200).nullable(), size: z.int().min(1).max(500) }),
    AsRunPage,
  ),
  /** Exports all results, oldest first: as a table for spreadsheets, or as stored lines. */
  exportAsRun: ask(z.object({ query: AsRunQuery, format: z.enum(['csv', 'jsonl']) }), Delivery),
  /** Saves the operator's name, which every later line records; empty for none. */
  signOn: ask(z.object({ name: z.string().trim().max(operatorLength) })),
};
