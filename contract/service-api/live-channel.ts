import { z } from 'zod';
import { AnimationAction, StoredState } from '../model/animation-state.ts';
import { Composition } from '../../scene/schema/composition.ts';
import { ControlItem, ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';
import { DesksFrame, ToPages } from './desk-presence.ts';
import { OutputPage } from './output-page.ts';

/**
 * The live channel (extension): a WebSocket per app instance, opened with the app or output token. Each frame is a JSON
 * {@link LiveFrame}, correct from the first. Only output pages ({@link PageReport}) and desks send texts.
 *
 * The app token shows the whole show, with a root per loaded composition; an output token shows only its output. Both
 * get a frame per revision, possibly without changes. The first frame that a page gets has what desks say to pages
 * ({@link ToPages}).
 *
 * Query: `revision`: the client's revision; it gets the missed changes, or a snapshot if they are no longer stored.
 * `scene=1`: snapshots include the output's composition, for clients that draw; with the app token, only the first
 * output's. `outputs=1`: sends the list of pages that draw, at first and after changes. `desk=NAME`: the client is a
 * desk and gets the list of all desks and holds.
 *
 * Path, timing and close codes have their own file, without schemas, for the on-air page and the service's start.
 */

/** The payload takes effect before the state. */
export const Change = z.object({
  id: z.string(),
  payload: Payload.optional(),
  state: StoredState.optional(),
  action: AnimationAction.optional(),
});
export type Change = z.infer<typeof Change>;

const stamped = {
  /** Rises by one with every applied request. */
  revision: z.int().nonnegative(),
  /** The service's clock (ms since the epoch), which timers use. */
  now: z.number(),
};

/** `id` is that of row 4; `root` is null without a composition. */
const SnapshotOutput = z.object({
  id: z.string(),
  name: z.string(),
  onairUrl: z.string(),
  root: z.string().nullable(),
});
export type SnapshotOutput = z.infer<typeof SnapshotOutput>;

/** `onairUrl`: the first output page. `mediaUrl`: the base of scene paths, without a final slash. */
export const SnapshotApp = z.object({
  id: z.int(),
  name: z.string(),
  onairUrl: z.string(),
  mediaUrl: z.string(),
  outputs: z.array(SnapshotOutput).optional(),
});

export const Snapshot = z.object({
  type: z.literal('snapshot'),
  ...stamped,
  /**
   * Exactly this revision loaded the compositions, with their state kept or anew. What differs from the revision before is
   * all that the load changed.
   */
  loads: z.enum(['kept', 'anew']).optional(),
  app: SnapshotApp,
  model: z.array(ModelItem),
  control: z.array(ControlItem),
  composition: Composition.optional(),
  ...ToPages.shape,
});
export type Snapshot = z.infer<typeof Snapshot>;
export type Loads = NonNullable<Snapshot['loads']>;

/** Has no revision, because it describes pages and not the show. */
const OutputsFrame = z.object({ type: z.literal('outputs'), now: stamped.now, outputs: z.array(OutputPage) });

export const LiveFrame = z.discriminatedUnion('type', [
  Snapshot,
  z.object({ type: z.literal('change'), ...stamped, changes: z.array(Change) }),
  /** `unstored`: what went Out is not on the disk of the service, because it takes nothing. */
  z.object({
    type: z.literal('beat'),
    ...stamped,
    unstored: z.literal(true).optional(),
    ...ToPages.shape,
  }),
  OutputsFrame,
  DesksFrame,
]);
export type LiveFrame = z.infer<typeof LiveFrame>;

/** One JSON line on stdout when the embedded service is ready. */
export const ReadyLine = z.object({
  ready: z.literal(true),
  url: z.url(),
  /** Without a trailing slash. */
  mediaUrl: z.url(),
  apps: z.array(z.object({ id: z.int(), name: z.string(), token: z.string(), onairUrl: z.url() })),
});
export type ReadyLine = z.infer<typeof ReadyLine>;
