import { z } from 'zod';
import { StoredState } from '../model/animation-state.ts';
import { ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';
import { OnAir, Tally } from '../model/tally.ts';
import { SnapshotApp } from '../service-api/live-channel.ts';
import { OutputPage } from '../service-api/output-page.ts';
import { WireError } from '../link/link.ts';
import { ask, type DeskContract, edit } from './call.ts';
import { Action } from '../actions/actions.ts';
import { ActionOutcome, previewCalls } from './action-outcome.ts';
import { ShownLine, asRunCalls } from './as-run.ts';
import { authoring, ServiceAnswer, ServiceCall } from './authoring.ts';
import { backupCalls, BackupView } from './backup.ts';
import { connectionCalls, ConnectionKind, connectionMembers } from './connections.ts';
import { controllerCalls, controllerMembers } from './controller.ts';
import { cueCalls, cueMembers } from './cue-members.ts';
import { dataCalls, dataMembers } from './data-link.ts';
import { FieldEditor, OfAddress, presenceCalls, presenceMembers } from './presence.ts';
import { dropFolderCalls, dropFolderMembers, ingestCalls } from './ingest.ts';
import { GlobalKeysView, KeyBinding, KeyBlock, keyCalls } from './key-binding.ts';
import { LookDrift, LookName } from './look.ts';
import { oscCalls, oscMembers } from './osc.ts';
import { remoteCalls, remoteMembers } from './remote.ts';
import { checkCalls } from './show-check.ts';
import { givenShowCalls, showMembers, showCalls } from './show-file.ts';
import { replacedCalls } from './show-replaced.ts';
import { layoutCalls } from './layout.ts';
import { lockCalls, lockMembers } from './show-lock.ts';
import { faultCalls, supportCalls } from './support.ts';
import { updateCalls } from './update.ts';
import { Language } from '../texts/language.ts';

export const AppConnection = z.object({
  /** `live`: connected; `lost`: disconnected, so everything is UNKNOWN. */
  status: z.enum(['connecting', 'live', 'lost']),
  reason: z.string(),
  service: z.string(),
  /** The last confirmation by the service (ms since the epoch by the desk's clock); null for never. */
  confirmedAt: z.number().nullable(),
  /** The last confirmation is older than {@link staleAfter}, so the state is unknown. */
  stale: z.boolean(),
});
export type AppConnection = z.infer<typeof AppConnection>;

/** Milliseconds without confirmation until an app is stale. Polls are 4 s apart, or more without quota. */
export const staleAfter = { live: 5_000, polled: 15_000 } as const;

/** Milliseconds. */
export const longestGuardTime = 5_000;

export const SubCompositionView = z.object({
  tally: Tally,
  /** The last confirmed state; `Out1` if never reported. */
  state: StoredState,
  /** The confirmed on-air state, even while another state is requested or has failed. Lamps and counts use it. */
  onAir: OnAir,
  requested: StoredState.nullable(),
  /** Confirmed values, overridden by pending ones. */
  values: Payload,
  /** Unsent edits; Update and a take In send them. */
  staged: Payload,
  failure: z.string(),
  /** When another source changed it (ms since the epoch, desk's clock), until a requested change or `seen`. */
  changed: z.object({ at: z.number() }).nullable(),
  /**
   * The unresolved part of a request with unknown outcome, or lost with the service. Never sent again automatically:
   * `sendAgain` repeats it, `dismiss` forgets it. Null while the state is unknown.
   */
  drift: z.object({ state: StoredState.optional(), payload: Payload.optional() }).nullable(),
  holder: z.string().nullable(),
  /** The cursors of this desk's screens in its fields; absent for none. */
  editors: z.array(FieldEditor).optional(),
  /** Who set each value that this desk sent: a screen, device, client, cue or source. Other values were set elsewhere. */
  setBy: z.record(z.string(), z.string()).optional(),
  /** Its staged edits or cue are from before the last start of the desk and untouched since. */
  restored: z.literal(true).optional(),
});
export type SubCompositionView = z.infer<typeof SubCompositionView>;

/** A message without a sub-composition. `stays`: until `dismissNotice`; `alarm`: must be impossible to miss. */
export const Notice = z.object({
  id: z.string(),
  text: z.string(),
  stays: z.literal(true).optional(),
  alarm: z.literal(true).optional(),
});
export type Notice = z.infer<typeof Notice>;

export const OutputView = OutputPage.extend({
  /** `Output 1`, numbered from the oldest; includes the output's name if the app instance has several. */
  name: z.string(),
  dropping: z.boolean(),
  /** The newest change is overdue on the page. */
  behind: z.boolean(),
});
export type OutputView = z.infer<typeof OutputView>;

export const AppView = z.object({
  /** Never changes; the addresses of its sub-compositions begin with it. */
  key: z.string(),
  name: z.string(),
  kind: ConnectionKind,
  connection: AppConnection,
  truth: z.enum(['live', 'polled']),
  app: SnapshotApp.nullable(),
  /** All pages that draw the show; null if unreported. */
  outputs: z.array(OutputView).nullable(),
  /** The service limit with the smallest remainder; null for none. `resetsAt`: ms since the epoch. */
  quota: z.object({ limit: z.number(), remaining: z.number(), resetsAt: z.number() }).nullable(),
  backup: BackupView.nullable(),
});
export type AppView = z.infer<typeof AppView>;

/** A pressed key that has not fired: still `held`, or `armed` for a second press. */
export const GuardedKey = z.object({
  key: z.string(),
  state: z.enum(['held', 'armed']),
  /** When it fires or is disarmed (ms since the epoch by the desk's clock). */
  until: z.number(),
});
export type GuardedKey = z.infer<typeof GuardedKey>;

const UndoablePress = z.object({
  /** Ensures that no other press is undone instead. */
  press: z.int(),
  words: z.string(),
});

/** The last acts of one hand, as an undo by this hand would take them back. `panic`: what is brought back, by any hand. */
export const UndoableActs = z.object({
  values: UndoablePress.nullable(),
  take: UndoablePress.nullable(),
  panic: UndoablePress.nullable(),
});
export type UndoableActs = z.infer<typeof UndoableActs>;

/** The whole desk for screens, which pass addresses (`contract/model/address.ts`) on unchanged. */
export const DeskView = z.object({
  apps: z.array(AppView),
  /** The trees without their states. The state of a node is in `subs` under its id, an address. */
  model: z.array(ModelItem),
  subs: z.record(z.string(), SubCompositionView),
  keys: z.array(KeyBinding),
  globalKeys: GlobalKeysView,
  guarded: z.array(GuardedKey),
  /** Milliseconds in which a repeated take is refused. */
  guardTime: z.number(),
  /** By hand. A hand without an act may be absent. */
  undoable: z.record(z.string(), UndoableActs),
  looks: z.array(z.object({ name: z.string(), ids: z.array(z.string()) })),
  notices: z.array(Notice),
  asRun: z.array(ShownLine),
  operator: z.string(),
  /** Of the sentences of the desk, and of its screens. */
  language: Language,
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

/** `screen`: the name of the screen that watches, as other screens show it. */
export const WatchedDesk = DeskView.extend({ screen: z.string() });
export type WatchedDesk = z.infer<typeof WatchedDesk>;

/**
 * Changes since the last event: complete members, or only changed entries for keyed members. Entries vanish with their
 * model item, rundown, source or link. `recorded`: new lines, newest first, if `asRun` is not sent whole.
 */
export const DeskChange = DeskView.partial().extend({ recorded: z.array(ShownLine).optional() });
export type DeskChange = z.infer<typeof DeskChange>;

const OfLook = z.object({ name: z.string() });
/** A key press refused at firing, after its call had returned: it was held or had several kinds of press. */
const KeyRefusal = z.object({ key: z.string(), action: Action, error: WireError });
export type KeyRefusal = z.infer<typeof KeyRefusal>;

export const deskApi = {
  calls: {
    /** Returns the whole view. `changed` events follow it without a gap. */
    watch: ask(z.object({}), WatchedDesk),
    /**
     * Carries out an action.
     *
     * `expects` is the state that the screen showed (requested, else confirmed); a take is refused if it differs now.
     * Without `expects`, a take is refused if another source changed the state within the guard time. A repeated take
     * within the guard time is refused too.
     *
     * Returns null once sent, or the outcome with `wait`; fail-over and fail-back always wait. Errors: `call-invalid`,
     * `not-connected`, `press-refused`, `press-late`, `press-outdated`, `undo-impossible`, `backup-refused`.
     */
    do: ask(
      z.object({ action: Action, expects: StoredState.optional(), wait: z.literal(true).optional() }),
      ActionOutcome.nullable(),
    ),
    /** A key-down outside text fields. Returns whether the key is mapped. */
    key: ask(z.object({ key: z.string(), repeat: z.boolean() }), z.boolean()),
    /** A mapped key that could not fire on its screen. It is logged. */
    blockedKey: ask(z.object({ key: z.string(), block: KeyBlock })),
    /** A key-up in this screen; `lost` if the key state is no longer known. */
    keyUp: ask(z.object({ key: z.string(), lost: z.literal(true).optional() })),
    dismiss: ask(OfAddress),
    seen: ask(OfAddress),
    dismissNotice: ask(z.object({ id: z.string() })),
    /** Stores the confirmed state and values; replaces a look of the same name. */
    saveLook: edit(z.object({ name: LookName, ids: z.array(z.string()).min(1) })),
    /** The names of the moments before the last takes, newest first. Calls take the name in place of that of a look. */
    listMoments: ask(z.object({}), z.array(z.string())),
    compareLook: ask(OfLook, z.array(LookDrift)),
    deleteLook: edit(OfLook),
    /** 0 never refuses. Saved. */
    setGuardTime: edit(z.object({ milliseconds: z.int().min(0).max(longestGuardTime) })),
    /** Saved. A sentence that was logged or is kept has the language of its moment. */
    setLanguage: ask(z.object({ language: Language })),
    service: {
      takes: ServiceCall,
      gives: ServiceAnswer,
      /** A picture for a field is uploaded in a locked show too: no show changes by it. */
      edits: ({ endpoint }: ServiceCall) => endpoint !== 'uploadAsset' && authoring[endpoint].method !== 'GET',
    },
    ...asRunCalls,
    ...cueCalls,
    ...ingestCalls,
    ...previewCalls,
    ...dropFolderCalls,
    ...showCalls,
    ...replacedCalls,
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
  events: { changed: DeskChange, keyRefused: KeyRefusal },
} satisfies DeskContract;
export type DeskApi = typeof deskApi;
export type CallName = keyof DeskApi['calls'];

export function isEditing<Name extends CallName>(
  name: Name,
  request: z.infer<DeskApi['calls'][Name]['takes']>,
): boolean {
  const { edits }: { edits: boolean | ((request: never) => boolean) } = deskApi.calls[name];
  return typeof edits === 'function' ? edits(request as never) : edits;
}
