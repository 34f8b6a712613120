import { z } from 'zod';
import { AnimationAction, StoredState } from '../model/animation-state.ts';
import { Composition } from '../../scene/schema/composition.ts';
import { ControlItem, ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';
import { DesksFrame } from './desk-presence.ts';
import { OutputPage } from './output-page.ts';

/**
 * The live channel (extension): a WebSocket per app instance, opened by the app token or by the output token, that
 * tells what is true from the first frame on. Frames are JSON texts, each one of {@link LiveFrame}. A client sends nothing,
 * but a page that draws the picture, which reports of itself ({@link PageReport}), and a desk, which says what it holds.
 *
 * Query: `revision`, the revision that the client already holds: it then gets only the changes it missed, or a snapshot
 * where those are no longer kept. `scene=1`: snapshots carry the composition, for who draws the picture. `outputs=1`: the
 * client is told of the pages that draw it, at first and whenever that changes. `desk=NAME`: the client is a desk of this
 * name, and is told of all desks and what they hold.
 */
export const liveChannelPath = '/apiv2/controlapps/{appToken}/live';

/** How often it beats, when it is dead, and how it closes: apart, because the on-air page carries no schema library. */
export {
  beatEvery,
  closeCodes,
  deadAfter,
  longestReport,
  mostReports,
  mostSayings,
  reportEvery,
  silentAfter,
} from './live-timing.ts';

/** What became of one sub-composition in one applied request. Payload comes into effect before state. */
export const Change = z.object({
  id: z.string(),
  payload: Payload.optional(),
  state: StoredState.optional(),
  action: AnimationAction.optional(),
});
export type Change = z.infer<typeof Change>;

const stamped = {
  /** Raised by one with every applied request. */
  revision: z.int().nonnegative(),
  /** The service's clock, milliseconds since the epoch: timers are counted against it. */
  now: z.number(),
};

export const Snapshot = z.object({
  type: z.literal('snapshot'),
  ...stamped,
  /** `mediaUrl` is where pictures and graphics are served from, without a trailing slash: what a scene names by path is there. */
  app: z.object({ id: z.int(), name: z.string(), onairUrl: z.string(), mediaUrl: z.string() }),
  model: z.array(ModelItem),
  control: z.array(ControlItem),
  composition: Composition.optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Every page that draws this show now. It says nothing of the show, so it has no revision. */
const OutputsFrame = z.object({ type: z.literal('outputs'), now: stamped.now, outputs: z.array(OutputPage) });
type OutputsFrame = z.infer<typeof OutputsFrame>;

export const LiveFrame = z.discriminatedUnion('type', [
  Snapshot,
  z.object({ type: z.literal('change'), ...stamped, changes: z.array(Change) }),
  z.object({ type: z.literal('beat'), ...stamped }),
  OutputsFrame,
  DesksFrame,
]);
export type LiveFrame = z.infer<typeof LiveFrame>;

/** What the embedded service says on stdout, once, when it is ready: one line of JSON. */
export const ReadyLine = z.object({
  ready: z.literal(true),
  url: z.url(),
  /** Where pictures and graphics are served from, without a trailing slash. */
  mediaUrl: z.url(),
  apps: z.array(z.object({ id: z.int(), name: z.string(), token: z.string(), onairUrl: z.url() })),
});
export type ReadyLine = z.infer<typeof ReadyLine>;
