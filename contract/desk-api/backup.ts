import { z } from 'zod';
import { ConnectionKind } from './connections.ts';

/** What an app is called, whatever it is reached by. */
const Identity = z.object({ key: z.string().min(1), name: z.string(), kind: ConnectionKind });

/** Which of the two an app is operated on. */
export const InUse = z.enum(['main', 'backup']);
export type InUse = z.infer<typeof InUse>;

/**
 * Milliseconds for which the main must be lost before the desk fails over by itself; null for never. 0 is for who would
 * rather go over once too often.
 */
const After = z.int().min(0).max(600_000).nullable();

/** An app with its backup, as the settings keep it. */
export const BackupSettings = z.object({
  main: Identity,
  /** Another app of the desk's connections: it is not operated as one of its own while it is a backup. */
  backup: Identity,
  after: After.default(null),
  /** Kept, so that a desk that starts anew does not go back to a main that was given up. */
  inUse: InUse.default('main'),
  /** The composition that was copied into the backup: its id there, and what the main held then. */
  copied: z.object({ composition: z.int(), digest: z.string() }).nullable().default(null),
});
export type BackupSettings = z.infer<typeof BackupSettings>;

/** How the backup of an app stands. */
export const BackupView = z.object({
  /** The key of the app that is the backup. */
  key: z.string(),
  name: z.string(),
  /** Where operations go. */
  inUse: InUse,
  /**
   * How the other one, that is not in use, stands: `away`: nothing is known of it; `same`: it shows what the one in use
   * shows; `differs`: `drift` says in what; `moving`: the desk is going over or back.
   */
  state: z.enum(['away', 'same', 'differs', 'moving']),
  /** Whether nothing is sent to it yet: the desk has started, and nobody has operated the app on it since. */
  waits: z.boolean(),
  /** Why it is away; empty where it is not. */
  reason: z.string(),
  /** In what it differs, in sentences for the operator. */
  drift: z.array(z.string()),
  /** Since when it stands so: milliseconds since the epoch by the desk's clock. */
  since: z.number(),
  after: After,
  /** When the desk fails over by itself, where the main is lost and it is to: milliseconds since the epoch. */
  failsOverAt: z.number().nullable(),
  /** What is being done with its content, or why that failed; empty for nothing. */
  content: z.string(),
});
export type BackupView = z.infer<typeof BackupView>;

const OfApp = z.object({ app: z.string() });
const nothing = z.null();

/** What a screen can ask of main and backup. All of them refuse with `backup-refused` and the reason. */
export const backupCalls = {
  /** Let the app with the key `backup` be the backup of another, or, with null, none any more. */
  setBackup: { takes: OfApp.extend({ backup: z.string().nullable(), after: After }), gives: nothing },
  /** Make an app instance in the embedded service that holds a copy of the app's composition, and let it be its backup. */
  makeBackup: { takes: OfApp, gives: nothing },
  /** Keep the backup the same from now on, also where nobody has operated the app since the desk started. */
  repairBackup: { takes: OfApp, gives: nothing },
  /** Copy the composition of the main into the backup and load it there. What the backup shows goes off for that moment. */
  copyContent: { takes: OfApp, gives: nothing },
  /** Bring the backup to what was last confirmed of the main, and operate the backup from then on. */
  failOver: { takes: OfApp, gives: nothing },
  /** Bring the main to what the backup shows, and operate the main from then on. */
  failBack: { takes: OfApp, gives: nothing },
} as const;
