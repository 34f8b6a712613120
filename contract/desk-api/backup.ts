import { z } from 'zod';
import { ask, edit } from './call.ts';
import { ConnectionKind } from './connections.ts';

const MainOrBackup = z.object({ key: z.string().min(1), name: z.string(), kind: ConnectionKind });

export const InUse = z.enum(['main', 'backup']);
export type InUse = z.infer<typeof InUse>;

/** Milliseconds. */
export const longestFailOverDelay = 600_000;
/** Milliseconds without the main before automatic fail-over; null for never. 0 risks unnecessary fail-overs. */
const FailOverDelay = z.int().min(0).max(longestFailOverDelay).nullable();

export const BackupSettings = z.object({
  main: MainOrBackup,
  /** Another app of the desk's connections; not operated separately while it is a backup. */
  backup: MainOrBackup,
  after: FailOverDelay.default(null),
  /** Saved, so that a restarted desk does not return to an abandoned main. */
  inUse: InUse.default('main'),
  /** Copied compositions: ids in the main (`of`) and in the backup, and the digest then. If missing, copied again. */
  copied: z
    .array(z.object({ of: z.int(), composition: z.int(), digest: z.string() }))
    .catch([])
    .default([]),
});
export type BackupSettings = z.infer<typeof BackupSettings>;

/**
 * An on-air address. `both`: its page shows the active side of main and backup; otherwise the backup alone. `output`:
 * empty if there is only one.
 */
export const PictureAddress = z.object({ output: z.string(), url: z.string(), both: z.boolean() });
export type PictureAddress = z.infer<typeof PictureAddress>;

export const BackupView = z.object({
  key: z.string(),
  name: z.string(),
  inUse: InUse,
  /**
   * State of the standby. `away`: unknown; `polled`: a backup whose service offers no live channel, so it is neither
   * mirrored nor failed over to automatically; `same`: matches the active one; `drift`: differs as listed in `drift`;
   * `moving`: failing over or back; `unknown`: the active one has not reported its show yet, so nothing can be
   * compared.
   */
  state: z.enum(['away', 'polled', 'same', 'drift', 'moving', 'unknown']),
  /** Mirroring waits until an operator uses the app for the first time after the start. */
  waits: z.boolean(),
  reason: z.string(),
  drift: z.array(z.string()),
  /** Why a fail-over may show nothing, or fail with the main; empty if the backup is proved, or is in use. */
  unproved: z.array(z.string()),
  addresses: z.array(PictureAddress),
  /** Milliseconds since the epoch by the desk's clock. */
  since: z.number(),
  after: FailOverDelay,
  /** The automatic fail-over (ms since the epoch); null for none. */
  failsOverAt: z.number().nullable(),
  content: z.string(),
  /** The other desk, which operates the pair and alone fails over automatically. Null for this desk, or if unknown. */
  operator: z.string().nullable(),
});
export type BackupView = z.infer<typeof BackupView>;

const OfMain = z.object({ app: z.string() });
/** All of these refuse with `backup-refused` and the reason. */
export const backupCalls = {
  /** Refuses with `backup-polled` if the backup's service offers no live channel. */
  setBackup: edit(OfMain.extend({ backup: z.string().nullable(), after: FailOverDelay })),
  /** Creates a backup app instance in the embedded service, with a copy of the app's composition. */
  makeBackup: edit(OfMain),
  /** Mirrors at once, taking over the pair from another desk. Refuses with `backup-polled` as `setBackup` does. */
  repairBackup: ask(OfMain),
  /** Copies the main's composition into the backup and loads it there, which briefly takes the backup off air. */
  copyContent: edit(OfMain),
} as const;
