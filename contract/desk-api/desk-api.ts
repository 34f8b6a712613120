import { z } from 'zod';
import { AnimationAction, AnimationState, StoredState } from '../model/animation-state.ts';
import { ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';
import { Tally } from '../model/tally.ts';
import { OutputPage } from '../service-api/output-page.ts';
import type { LinkContract } from '../link/link.ts';
import { AsRunLine, asRunCalls } from './as-run.ts';
import { ServiceCall } from './authoring.ts';
import { backupCalls, BackupView } from './backup.ts';
import { connectionCalls, ConnectionKind, connectionMembers } from './connections.ts';
import { presenceCalls, presenceMembers } from './presence.ts';
import { KeyBinding } from './key-binding.ts';
import { LookDrift, LookName } from './look.ts';
import { supportCalls } from './support.ts';

/** How the desk stands with its service. */
export const Connection = z.object({
  /** `live`: the truth arrives; `connecting`: not yet; `lost`: it did and no longer does, so everything is UNKNOWN. */
  status: z.enum(['connecting', 'live', 'lost']),
  /** Why it is not live, in words for the operator; empty while it is. */
  reason: z.string(),
  /** Where the service is, without any secret. */
  service: z.string(),
  /** When the service last confirmed anything: milliseconds since the epoch by the desk's clock; null for never. */
  confirmedAt: z.number().nullable(),
});
export type Connection = z.infer<typeof Connection>;

/** What is known and wished of one sub-composition. */
export const SubCompositionView = z.object({
  tally: Tally,
  /** The state that the service last confirmed. */
  state: StoredState,
  /** The state that is asked for and not yet confirmed. */
  requested: StoredState.nullable(),
  /** Values as confirmed, with those under way applied over them. */
  values: Payload,
  /** Edits that are not sent yet. Update sends them, and so does a take. */
  staged: Payload,
  /** Why the last thing asked of it did not happen; empty where it did. */
  failure: z.string(),
  /**
   * Somebody else changed it, and when (milliseconds since the epoch by the desk's clock): until the operator asks something
   * of it here, or a screen says that it was `seen`.
   */
  changed: z.object({ at: z.number() }).nullable(),
  /**
   * What was asked of it, ended unknown or failed because the service was lost, and is not what is true now. It is never
   * sent by itself: `askAgain` asks for it anew, `dismiss` forgets it. Null while the truth is not known.
   */
  drift: z.object({ state: StoredState.optional(), payload: Payload.optional() }).nullable(),
  /** Which other desk holds it; null for none. */
  holder: z.string().nullable(),
});
export type SubCompositionView = z.infer<typeof SubCompositionView>;

/**
 * Something the operator must know that belongs to no sub-composition, such as settings that could not be read. One that
 * `stays` does so until the operator dismisses it with `dismissNotice`; an `alarm` is to be shown so that nobody can miss it.
 */
export const Notice = z.object({
  id: z.string(),
  text: z.string(),
  stays: z.literal(true).optional(),
  alarm: z.literal(true).optional(),
});
export type Notice = z.infer<typeof Notice>;

/** A page that draws the show, as the desk judges it. */
export const OutputView = OutputPage.extend({
  /** `Output 1`: they are counted by their role, oldest first. */
  name: z.string(),
  /** It lost frames in the last seconds. */
  dropping: z.boolean(),
  /** It does not show the newest change, for longer than that takes. */
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
  /** Whether the service tells at once what changes, or is asked again and again. */
  truth: z.enum(['live', 'polled']),
  /** Null until the service told of it. */
  app: z.object({ id: z.int(), name: z.string(), onairUrl: z.string(), mediaUrl: z.string() }).nullable(),
  /** Every page that draws the show; null while nobody tells of them. */
  outputs: z.array(OutputView).nullable(),
  /** The limit of the service that is nearest to its end; null where it has none. `resetsAt`: milliseconds since the epoch. */
  quota: z.object({ limit: z.number(), remaining: z.number(), resetsAt: z.number() }).nullable(),
  /** How its backup stands; null where it has none. */
  backup: BackupView.nullable(),
});
export type AppView = z.infer<typeof AppView>;

/** A key that is pressed and does not fire yet: it must be `held` until then, or pressed again before then (`armed`). */
export const GuardedKey = z.object({
  key: z.string(),
  state: z.enum(['held', 'armed']),
  /** When it fires, or is no longer armed: milliseconds since the epoch by the desk's clock. */
  until: z.number(),
});
export type GuardedKey = z.infer<typeof GuardedKey>;

/**
 * The whole desk as a screen shows it. Sub-compositions are named by their address (`contract/model/address.ts`), which
 * screens take as it is.
 */
export const DeskView = z.object({
  /** Every app that the desk controls, in the order in which they were opened. */
  apps: z.array(AppView),
  /** The trees of all apps, structure only; what each node holds is in `subs` under its id, which is an address. */
  model: z.array(ModelItem),
  subs: z.record(z.string(), SubCompositionView),
  keys: z.array(KeyBinding),
  /** The keys that are being held, or are armed. */
  guarded: z.array(GuardedKey),
  /** Milliseconds in which the same take is not taken twice. */
  guardTime: z.number(),
  /** What `undo` would do, in words: `Take In back: Lower Third to Out 1`; null where it would do nothing. */
  undoable: z.object({ values: z.string().nullable(), take: z.string().nullable() }),
  /** The stored looks, by name. */
  looks: z.array(z.object({ name: z.string(), ids: z.array(z.string()) })),
  notices: z.array(Notice),
  /** The last operations, newest first. */
  asRun: z.array(AsRunLine),
  /** Who is signed on; empty for nobody. */
  operator: z.string(),
  ...connectionMembers,
  ...presenceMembers,
});
export type DeskView = z.infer<typeof DeskView>;

/** What changed since the last event: whole members of {@link DeskView}, and of `subs` only those that changed. */
export const DeskChange = DeskView.partial();
export type DeskChange = z.infer<typeof DeskChange>;

const Target = z.object({ id: z.string() });
const Named = z.object({ name: z.string() });
const nothing = z.null();

/** Everything a screen can ask of the desk, and everything the desk tells a screen. */
export const deskApi = {
  calls: {
    /** The whole view now; `changed` events follow it without a gap. */
    watch: { takes: z.object({}), gives: DeskView },
    /** Keep an edit of a field without sending it; `immediateUpdate` fields are sent at once. */
    stage: { takes: Target.extend({ field: z.string(), value: z.unknown() }), gives: nothing },
    /** Drop what is staged for a sub-composition. */
    discard: { takes: Target, gives: nothing },
    /** Send what is staged for a sub-composition. */
    update: { takes: Target, gives: nothing },
    /**
     * Take a sub-composition to a state, with what is staged for it in the same request. `expects` is the state that the
     * screen showed (what was requested, else what was confirmed): where it is another one by now the take is refused.
     * Without it, one that somebody else changed within the guard time is refused. So is the same take a second time
     * within the guard time. Errors: `press-refused`.
     */
    take: {
      takes: Target.extend({ to: AnimationState, action: AnimationAction, expects: StoredState.optional() }),
      gives: nothing,
    },
    /** Mark a sub-composition to go on air with the next Take Cued, or unmark it. */
    cue: { takes: Target.extend({ cued: z.boolean() }), gives: nothing },
    /** Take everything cued In, in one request. */
    takeCued: { takes: z.object({}), gives: nothing },
    /** Press a button field. */
    fire: { takes: Target.extend({ field: z.string() }), gives: nothing },
    /** Run, pause or reset a timer field at once. */
    time: {
      takes: Target.extend({ field: z.string(), command: z.enum(['play', 'pause', 'reset', 'start']) }),
      gives: nothing,
    },
    /** A key went down in a screen, outside of any text field. Gives whether the key is mapped. */
    key: { takes: z.object({ key: z.string(), repeat: z.boolean() }), gives: z.boolean() },
    /** A key that went down in this screen came up again, or nobody can tell any more that it is down. */
    keyUp: { takes: z.object({ key: z.string() }), gives: nothing },
    /** Ask anew for what `differs` in a sub-composition, as a new operation. */
    sendAgain: { takes: Target, gives: nothing },
    /** Forget what `differs` in a sub-composition, and its failure. */
    dismiss: { takes: Target, gives: nothing },
    /** The operator has seen that somebody else changed it. */
    seen: { takes: Target, gives: nothing },
    dismissNotice: { takes: z.object({ id: z.string() }), gives: nothing },
    /** Everything out by a jump, ahead of all that waits: of one app, or of all. What is not confirmed becomes an alarm. */
    panic: { takes: z.object({ app: z.string().optional() }), gives: nothing },
    /**
     * Restore what was before the desk's last confirmed change of values, or its last confirmed take, as a new operation; so
     * undoing twice does it again. Errors: `undo-impossible` where there is nothing, or somebody changed it since.
     */
    undo: { takes: z.object({ what: z.enum(['values', 'take']) }), gives: nothing },
    /** Keep the confirmed state and values of sub-compositions under a name, in place of what it held before. */
    saveLook: { takes: z.object({ name: LookName, ids: z.array(z.string()).min(1) }), gives: nothing },
    /** Bring a look on air, as one request for each app. What is gone from the show is left out, and told in a notice. */
    recallLook: { takes: Named, gives: nothing },
    /** In what a look is not what is confirmed. */
    compareLook: { takes: Named, gives: z.array(LookDrift) },
    deleteLook: { takes: Named, gives: nothing },
    /** Set in how many milliseconds the same take is not taken twice; 0 for never. It is kept. */
    setGuardTime: { takes: z.object({ milliseconds: z.int().min(0).max(5_000) }), gives: nothing },
    /** Call an endpoint for authors, with the account of the embedded service. Gives what the endpoint answers. */
    service: { takes: ServiceCall, gives: z.unknown() },
    ...asRunCalls,
    ...backupCalls,
    ...presenceCalls,
    ...connectionCalls,
    ...supportCalls,
  },
  events: { changed: DeskChange },
} satisfies LinkContract;
export type DeskApi = typeof deskApi;
