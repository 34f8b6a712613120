import { z } from 'zod';
import { AnimationAction, StoredState } from '../model/animation-state.ts';
import { Composition } from '../../scene/schema/composition.ts';
import { ControlItem, ModelItem } from '../model/control.ts';
import { Payload } from '../model/field.ts';
import { DesksFrame } from './desk-presence.ts';
import { OutputPage } from './output-page.ts';

/**
 * The live channel (extension): a WebSocket per app instance, opened with the app token or the output token. From its
 * first frame on it says what is true. Each frame is a JSON text, one {@link LiveFrame}. Two kinds of client send
 * texts: a page that draws the picture reports its state ({@link PageReport}), and a desk reports what it holds. Others
 * send nothing.
 *
 * The app token shows the whole show, with a root for each loaded composition; an output token shows only what its output
 * shows. Both have a frame for every revision, so an output may get changes of nothing.
 *
 * Query: `revision` is the revision that the client already has. It then gets only the changes it missed, or a snapshot
 * if those are no longer kept. `scene=1`: snapshots carry the composition of the output, for clients that draw the
 * picture; with the app token that is the first output, and the client sees only that one.
 * `outputs=1`: the client gets the list of pages that draw the picture, at first and after every change. `desk=NAME`:
 * the client is a desk with this name, and gets the list of all desks and what they hold.
 *
 * The path, the timing and the close codes have a file of their own, for what carries no schemas: the on-air page, and what the
 * service does first.
 */
export {
  beatEvery,
  closeCodes,
  deadAfter,
  liveChannelPath,
  longestReport,
  mostReports,
  mostDeskMessages,
  reportEvery,
  silentAfter,
} from './live-timing.ts';

/** The change to one sub-composition in one applied request. Its payload takes effect before its state. */
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
  /** The service's clock, in milliseconds since the epoch. Timers count against it. */
  now: z.number(),
};

/** An output of the app instance: its id of row 4, its on-air page, and the id of the root that it shows, if any. */
const SnapshotOutput = z.object({
  id: z.string(),
  name: z.string(),
  onairUrl: z.string(),
  root: z.string().nullable(),
});
export type SnapshotOutput = z.infer<typeof SnapshotOutput>;

/**
 * The app instance of a snapshot. `onairUrl` is the page of the first output that the reader sees. `mediaUrl` is the base
 * address of pictures and graphics, without a trailing slash; paths in a scene are relative to it. A service that is
 * polled may not tell the `outputs`.
 */
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
  app: SnapshotApp,
  model: z.array(ModelItem),
  control: z.array(ControlItem),
  composition: Composition.optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Every page that currently draws this show. It says nothing about the show itself, so it has no revision. */
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

/** The line that the embedded service writes on stdout, once, when it is ready: JSON. */
export const ReadyLine = z.object({
  ready: z.literal(true),
  url: z.url(),
  /** The base address of pictures and graphics, without a trailing slash. */
  mediaUrl: z.url(),
  apps: z.array(z.object({ id: z.int(), name: z.string(), token: z.string(), onairUrl: z.url() })),
});
export type ReadyLine = z.infer<typeof ReadyLine>;
