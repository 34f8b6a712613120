import { z } from 'zod';
import { StoredState } from '../model/animation-state.ts';
import { ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';
import { Tally } from '../model/tally.ts';
import { SnapshotApp } from '../service-api/live-channel.ts';
import { OutputPage } from '../service-api/output-page.ts';
import { type LinkContract, WireError } from '../link/link.ts';
import { Action, ActionOutcome } from './action.ts';
import { ShownLine, asRunCalls } from './as-run.ts';
import { ServiceAnswer, ServiceCall } from './authoring.ts';
import { backupCalls, BackupView } from './backup.ts';
import { connectionCalls, ConnectionKind, connectionMembers } from './connections.ts';
import { controllerCalls, controllerMembers } from './controller.ts';
import { cueCalls, cueMembers } from './cue-members.ts';
import { dataCalls, dataMembers } from './data-link.ts';
import { presenceCalls, presenceMembers } from './presence.ts';
import { dropFolderCalls, dropFolderMembers } from './drop-folder.ts';
import { ingestCalls } from './ingest.ts';
import { GlobalKeysView, KeyBinding, keyCalls } from './key-binding.ts';
import { LookDrift, LookName } from './look.ts';
import { previewCalls } from './preview.ts';
import { oscCalls, oscMembers } from './osc.ts';
import { remoteCalls, remoteMembers } from './remote.ts';
import { checkCalls } from './show-check.ts';
import { givenShowCalls, showMembers, showCalls } from './show-file.ts';
import { layoutCalls } from './layout.ts';
import { lockCalls, lockMembers } from './show-lock.ts';
import { faultCalls, supportCalls } from './support.ts';
import { updateCalls } from './update.ts';

/** The connection of an app to its service. */
export const Connection = z.object({
  /** `live`: the state arrives; `connecting`: not yet; `lost`: not any more, so everything is UNKNOWN. */
  status: z.enum(['connecting', 'live', 'lost']),
  /** Why it is not live, for the operator; empty while it is. */
  reason: z.string(),
  /** The address of the service, without any secret. */
  service: z.string(),
  /** When the service last confirmed anything: milliseconds since the epoch by the desk's clock; null for never. */
  confirmedAt: z.number().nullable(),
  /** The last confirmation is older than {@link staleAfter}, so nothing of it is believed. */
  stale: z.boolean(),
});
export type Connection = z.infer<typeof Connection>;

/**
 * Milliseconds without a confirmation after which nothing of an app instance is believed. A polled service is polled every
 * 4 s while idle, and less often while its quota is used up.
 */
export const staleAfter = { live: 5_000, polled: 15_000 } as const;

/** What is known and requested of one sub-composition. */
export const SubCompositionView = z.object({
  tally: Tally,
  /** The state that the service last confirmed; `Out1` if it never reported one. */
  state: StoredState,
  /**
   * Whether it is on air, as far as the service has confirmed, also while something else is requested or has failed.
   * Lamps and counts go by this.
   */
  onAir: z.enum(['yes', 'no', 'unknown']),
  /** The state that is requested and not confirmed yet. */
  requested: StoredState.nullable(),
  /** The confirmed values, with the pending ones applied over them. */
  values: Payload,
  /** Edits that are not sent yet. Update sends them, and so does a take In. */
  staged: Payload,
  /** Why the last request did not happen; empty if it did. */
  failure: z.string(),
  /**
   * When somebody else changed it (ms since the epoch by the desk's clock), until the operator requests something of it
   * here or marks it as `seen`.
   */
  changed: z.object({ at: z.number() }).nullable(),
  /**
   * The unresolved part of a request: its outcome is unknown, or it failed because the service was lost, and it is not
   * true now. It is never sent again by itself: `sendAgain` requests it again, `dismiss` forgets it. Null while the
   * state is unknown.
   */
  drift: z.object({ state: StoredState.optional(), payload: Payload.optional() }).nullable(),
  /** The name of the other desk that holds it; null for none. */
  holder: z.string().nullable(),
  /** What is staged or cued of it was prepared before the desk last started, and nobody has touched it since. */
  restored: z.literal(true).optional(),
});
export type SubCompositionView = z.infer<typeof SubCompositionView>;

/**
 * A message to the operator that belongs to no sub-composition, such as unreadable settings. One that `stays` does so
 * until `dismissNotice`; an `alarm` must be shown so that nobody can miss it.
 */
export const Notice = z.object({
  id: z.string(),
  text: z.string(),
  stays: z.literal(true).optional(),
  alarm: z.literal(true).optional(),
});
export type Notice = z.infer<typeof Notice>;

/** A page that draws the show, with the desk's judgement. */
export const OutputView = OutputPage.extend({
  /** `Output 1`, or with the name of its output where the app instance has several: numbered, oldest first. */
  name: z.string(),
  /** It lost frames in the last seconds. */
  dropping: z.boolean(),
  /** It has not shown the newest change for longer than normal. */
  behind: z.boolean(),
});
export type OutputView = z.infer<typeof OutputView>;

/** One app instance that the desk controls. */
export const AppView = z.object({
  /** Never changes; the addresses of its sub-compositions begin with it. */
  key: z.string(),
  name: z.string(),
  kind: ConnectionKind,
  connection: Connection,
  truth: z.enum(['live', 'polled']),
  /** Null until the service has reported it. */
  app: SnapshotApp.nullable(),
  /** Every page that draws the show; null while nobody reports them. */
  outputs: z.array(OutputView).nullable(),
  /** The limit of the service with the smallest part left; null for none. `resetsAt`: milliseconds since the epoch. */
  quota: z.object({ limit: z.number(), remaining: z.number(), resetsAt: z.number() }).nullable(),
  /** The state of its backup; null if it has none. */
  backup: BackupView.nullable(),
});
export type AppView = z.infer<typeof AppView>;

/** A pressed key that has not fired yet: `held` until then, or waiting for a second press (`armed`). */
export const GuardedKey = z.object({
  key: z.string(),
  state: z.enum(['held', 'armed']),
  /** When it fires or is disarmed: milliseconds since the epoch by the desk's clock. */
  until: z.number(),
});
export type GuardedKey = z.infer<typeof GuardedKey>;

/** A press that can be undone. */
const Undoable = z.object({
  /** Its number, so that no other press is undone in its place. */
  press: z.int(),
  /** What undoing it does, with whoever made it: `Lower Third to Out 1 (Take In by Ada)`. */
  words: z.string(),
});

/**
 * The whole desk as a screen shows it. Sub-compositions are named by address (`contract/model/address.ts`), which
 * screens pass on unchanged.
 */
export const DeskView = z.object({
  /** Every app that the desk controls, in the order of opening. */
  apps: z.array(AppView),
  /** The trees of all apps, structure only. The state of each node is in `subs` under its id, which is an address. */
  model: z.array(ModelItem),
  subs: z.record(z.string(), SubCompositionView),
  keys: z.array(KeyBinding),
  globalKeys: GlobalKeysView,
  /** The keys that are held down or armed. */
  guarded: z.array(GuardedKey),
  /** Milliseconds in which a repeated take is refused. */
  guardTime: z.number(),
  /** What `undo` would do; null for nothing. */
  undoable: z.object({ values: Undoable.nullable(), take: Undoable.nullable() }),
  /** The stored looks. */
  looks: z.array(z.object({ name: z.string(), ids: z.array(z.string()) })),
  notices: z.array(Notice),
  /** The latest operations, newest first. */
  asRun: z.array(ShownLine),
  /** Who is signed on; empty for nobody. */
  operator: z.string(),
  ...cueMembers,
  ...dropFolderMembers,
  ...showMembers,
  ...dataMembers,
  ...connectionMembers,
  ...presenceMembers,
  ...lockMembers,
  ...remoteMembers,
  ...oscMembers,
  ...controllerMembers,
});
export type DeskView = z.infer<typeof DeskView>;

/**
 * What changed since the last event: complete members of {@link DeskView}, and of those that are keyed only the changed
 * ones. What the model, the rundowns, the sources or the links no longer have is gone. `recorded` are the new lines of `asRun` if that is
 * not sent whole, newest first.
 */
export const DeskChange = DeskView.partial().extend({ recorded: z.array(ShownLine).optional() });
export type DeskChange = z.infer<typeof DeskChange>;

const Target = z.object({ address: z.string() });
const Named = z.object({ name: z.string() });
const nothing = z.null();

/** A press of a key that was refused as it fired, when nobody waited for its answer any more: it was held, or pressed in one of several ways. */
const KeyRefusal = z.object({ key: z.string(), action: Action, error: WireError });
export type KeyRefusal = z.infer<typeof KeyRefusal>;

/** All calls of a screen, and all events of the desk. */
export const deskApi = {
  calls: {
    /** Returns the whole view. `changed` events follow it without a gap. */
    watch: { takes: z.object({}), gives: DeskView },
    /**
     * Carries out an action of the operator. `expects` is the state that the screen showed of what is taken (the requested,
     * else the confirmed one); the take is refused if it is another by now. Without `expects`, it is refused if somebody else
     * changed the state within the guard time. The same take twice within the guard time is refused too. Returns null as
     * soon as everything is on its way, or with `wait` how it ended; a fail-over and a fail-back are always waited for. Errors: `call-invalid`, `not-connected`,
     * `press-refused`, `press-late`, `press-outdated`, `undo-impossible`, `backup-refused`.
     */
    do: {
      takes: z.object({ action: Action, expects: StoredState.optional(), wait: z.literal(true).optional() }),
      gives: ActionOutcome.nullable(),
    },
    /** A key went down in a screen, outside of any text field. Returns whether the key is mapped. */
    key: { takes: z.object({ key: z.string(), repeat: z.boolean() }), gives: z.boolean() },
    /** A key came up in this screen; with `lost` nobody can tell any more whether it is down. */
    keyUp: { takes: z.object({ key: z.string(), lost: z.literal(true).optional() }), gives: nothing },
    /** Forgets the `drift` of a sub-composition, and its failure. */
    dismiss: { takes: Target, gives: nothing },
    seen: { takes: Target, gives: nothing },
    dismissNotice: { takes: z.object({ id: z.string() }), gives: nothing },
    /** Stores the confirmed state and values of sub-compositions under a name, replacing what it held before. */
    saveLook: { takes: z.object({ name: LookName, ids: z.array(z.string()).min(1) }), gives: nothing },
    compareLook: { takes: Named, gives: z.array(LookDrift) },
    deleteLook: { takes: Named, gives: nothing },
    /** Sets in how many milliseconds a repeated take is refused; 0 for never. It is saved. */
    setGuardTime: { takes: z.object({ milliseconds: z.int().min(0).max(5_000) }), gives: nothing },
    /** Calls an endpoint for authors with the account of the service. Returns its answer. */
    service: { takes: ServiceCall, gives: ServiceAnswer },
    ...asRunCalls,
    ...cueCalls,
    ...ingestCalls,
    ...previewCalls,
    ...dropFolderCalls,
    ...showCalls,
    ...givenShowCalls,
    ...layoutCalls,
    ...lockCalls,
    ...remoteCalls,
    ...oscCalls,
    ...dataCalls,
    ...backupCalls,
    ...presenceCalls,
    ...connectionCalls,
    ...keyCalls,
    ...controllerCalls,
    ...checkCalls,
    ...supportCalls,
    ...faultCalls,
    ...updateCalls,
  },
  events: {
    changed: DeskChange,
    /** Of a key of this screen. */
    keyRefused: KeyRefusal,
  },
} satisfies LinkContract;
export type DeskApi = typeof deskApi;
