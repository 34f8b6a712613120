import { z } from 'zod';
import { AnimationAction, AnimationState, StoredState } from '../model/animation-state.ts';
import { ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';
import { Tally } from '../model/tally.ts';
import { OutputPage } from '../service-api/output-page.ts';
import type { LinkContract } from '../link/link.ts';
import { ServiceCall } from './authoring.ts';
import { KeyBinding } from './key-binding.ts';

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
});
export type SubCompositionView = z.infer<typeof SubCompositionView>;

/** Something the operator must know that belongs to no sub-composition, such as settings that could not be read. */
export const Notice = z.object({ id: z.string(), text: z.string() });
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

/** What made the desk do something. */
export const Trigger = z.object({ kind: z.enum(['key', 'screen']), detail: z.string() });
export type Trigger = z.infer<typeof Trigger>;

/** How an operation ended. `unknown`: it was sent and no answer came, so it may or may not have happened. */
export const OperationResult = z.enum(['confirmed', 'failed', 'unknown']);
export type OperationResult = z.infer<typeof OperationResult>;

/** One line of the as-run log: one operation, written when it ended. */
export const AsRunLine = z.object({
  /** When it was asked, ISO 8601 UTC with milliseconds. */
  at: z.iso.datetime(),
  trigger: Trigger,
  /** What was asked, for people: `Take In`, `Update`. */
  asked: z.string(),
  targets: z.array(z.object({ id: z.string(), name: z.string() })),
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

/** The whole desk as a screen shows it. */
export const DeskView = z.object({
  connection: Connection,
  app: z.object({ id: z.int(), name: z.string(), onairUrl: z.string(), mediaUrl: z.string() }).nullable(),
  /** The tree, structure only; what each node holds is in `subs` under its id. */
  model: z.array(ModelItem),
  subs: z.record(z.string(), SubCompositionView),
  keys: z.array(KeyBinding),
  notices: z.array(Notice),
  /** Every page that draws the show; null while nobody tells of them. */
  outputs: z.array(OutputView).nullable(),
  /** The last operations, newest first. */
  asRun: z.array(AsRunLine),
});
export type DeskView = z.infer<typeof DeskView>;

/** What changed since the last event: whole members of {@link DeskView}, and of `subs` only those that changed. */
export const DeskChange = DeskView.partial();
export type DeskChange = z.infer<typeof DeskChange>;

const Target = z.object({ id: z.string() });
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
    /** Take a sub-composition to a state, with what is staged for it in the same request. */
    take: { takes: Target.extend({ to: AnimationState, action: AnimationAction }), gives: nothing },
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
    /** Call an endpoint for authors, with the account of the embedded service. Gives what the endpoint answers. */
    service: { takes: ServiceCall, gives: z.unknown() },
  },
  events: { changed: DeskChange },
} satisfies LinkContract;
export type DeskApi = typeof deskApi;
