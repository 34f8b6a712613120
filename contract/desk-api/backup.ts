import { z } from 'zod';
import { ConnectionKind } from './connections.ts';

/** What identifies an app, whatever reaches it. */
const Identity = z.object({ key: z.string().min(1), name: z.string(), kind: ConnectionKind });

/** Which of the two is active. */
export const InUse = z.enum(['main', 'backup']);
export type InUse = z.infer<typeof InUse>;

/**
 * Milliseconds for which the main must be lost before the desk fails over by itself; null for never. 0 prefers one
 * fail-over too many.
 */
const After = z.int().min(0).max(600_000).nullable();

/** An app and its backup in the settings. */
export const BackupSettings = z.object({
  main: Identity,
  /** Another app of the desk's connections. It is not operated on its own while it is a backup. */
  backup: Identity,
  after: After.default(null),
  /** Saved, so that a restarted desk does not return to a main that was given up. */
  inUse: InUse.default('main'),
  /**
   * The compositions that were copied into the backup: the id of each in the main (`of`) and in the backup, and the digest
   * of its content in the main at that time. Without one of these, the copy has to be made again, and nothing is lost.
   */
  copied: z
    .array(z.object({ of: z.int(), composition: z.int(), digest: z.string() }))
    .catch([])
    .default([]),
});
export type BackupSettings = z.infer<typeof BackupSettings>;

/** The state of the backup of an app. */
export const BackupView = z.object({
  /** The key of the app that is the backup. */
  key: z.string(),
  name: z.string(),
  /** Which of the two is active: operations go there. */
  inUse: InUse,
  /**
   * The state of the standby. `away`: nothing is known of it; `same`: it shows what the active one shows; `drift`: the
   * member `drift` says what differs; `moving`: the desk is failing over or back.
   */
  state: z.enum(['away', 'same', 'drift', 'moving']),
  /** Whether mirroring has not started: nobody has operated the app since the desk started. */
  waits: z.boolean(),
  /** Why it is away; empty if it is not. */
  reason: z.string(),
  /** What differs, in sentences for the operator. */
  drift: z.array(z.string()),
  /** When this state began: milliseconds since the epoch by the desk's clock. */
  since: z.number(),
  after: After,
  /** When the desk will fail over by itself (ms since the epoch); null if it will not. */
  failsOverAt: z.number().nullable(),
  /** The progress or failure of copying the content; empty for neither. */
  content: z.string(),
  /**
   * The name of another desk that operates the pair: it alone mirrors, and fails over by itself. Null for this desk, or if
   * nobody can tell.
   */
  operator: z.string().nullable(),
  /**
   * The service of the backup shows no desks to each other, so this desk neither mirrors nor fails over by itself until an
   * operator says so: another desk may be doing it.
   */
  needsWord: z.boolean(),
});
export type BackupView = z.infer<typeof BackupView>;

const OfApp = z.object({ app: z.string() });
const nothing = z.null();

/** The calls about main and backup. All of them refuse with `backup-refused` and the reason. */
export const backupCalls = {
  /** Makes the app with the key `backup` the backup of another; null ends that. */
  setBackup: { takes: OfApp.extend({ backup: z.string().nullable(), after: After }), gives: nothing },
  /** Creates an app instance with a copy of the app's composition in the embedded service, and makes it the backup. */
  makeBackup: { takes: OfApp, gives: nothing },
  /**
   * Starts mirroring, even if nobody has operated the app since the desk started. Takes the pair over if another desk
   * operates it.
   */
  repairBackup: { takes: OfApp, gives: nothing },
  /**
   * Copies the composition of the main into the backup and loads it there. That takes everything on the backup off air
   * for a moment.
   */
  copyContent: { takes: OfApp, gives: nothing },
} as const;
