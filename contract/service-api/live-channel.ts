import { z } from 'zod';
import { AnimationAction, StoredState } from '../model/animation-state.ts';
import { Composition } from '../model/composition.ts';
import { ControlItem, ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';

/**
 * The live channel (extension): a WebSocket per app instance, opened by the app token or by the output token, that
 * tells what is true from the first frame on. Frames are JSON texts, each one of {@link LiveFrame}. A client sends nothing.
 *
 * Query: `revision`, the revision that the client already holds: it then gets only the changes it missed, or a snapshot
 * where those are no longer kept. `scene=1`: snapshots carry the composition, for who draws the picture.
 */
export const liveChannelPath = '/apiv2/controlapps/{appToken}/live';

/** How often it beats, when it is dead, and how it closes: apart, because the on-air page carries no schema library. */
export { beatEvery, closeCodes, deadAfter } from './live-timing.ts';

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
  app: z.object({ id: z.int(), name: z.string(), onairUrl: z.string() }),
  model: z.array(ModelItem),
  control: z.array(ControlItem),
  composition: Composition.optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const LiveFrame = z.discriminatedUnion('type', [
  Snapshot,
  z.object({ type: z.literal('change'), ...stamped, changes: z.array(Change) }),
  z.object({ type: z.literal('beat'), ...stamped }),
]);
export type LiveFrame = z.infer<typeof LiveFrame>;

/** What the embedded service says on stdout, once, when it is ready: one line of JSON. */
export const ReadyLine = z.object({
  ready: z.literal(true),
  url: z.url(),
  apps: z.array(z.object({ id: z.int(), name: z.string(), token: z.string(), onairUrl: z.url() })),
});
export type ReadyLine = z.infer<typeof ReadyLine>;
