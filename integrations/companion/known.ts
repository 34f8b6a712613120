import { z } from 'zod';
import { type Cue, type CueView, idleCue } from '../../contract/desk-api/cue.ts';
import { DeskState } from '../../contract/desk-api/http-api.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Tally } from '../../contract/model/tally.ts';
import { ownOf } from '../../contract/own.ts';

const ReadState = DeskState.pick({
  apps: true,
  model: true,
  subs: true,
  looks: true,
  undoable: true,
  rundowns: true,
  positions: true,
  activeRundown: true,
  cues: true,
  cueViews: true,
});
export type ReadState = z.infer<typeof ReadState>;

/** A frame of the desk's WebSocket; only the read part. */
export const ReadFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), state: ReadState }),
  z.object({ type: z.literal('change'), change: ReadState.partial() }),
  z.object({ type: z.literal('time'), time: z.number() }),
]);
export type ReadFrame = z.infer<typeof ReadFrame>;

/**
 * The link to the desk.
 *
 * - `off`: the settings name no desk, so nothing is dialed.
 * - `connecting`: the first state is on its way.
 * - `open`: the state arrives.
 * - `refused`: the desk answers and refuses the module; with the status of the answer.
 * - `unreadable`: the desk sends data that this module cannot read.
 * - `gone`: the desk no longer answers or sends.
 */
export type ModuleLinkState =
  | { is: 'connecting' | 'open' }
  | { is: 'off' | 'unreadable' | 'gone'; reason: string }
  | { is: 'refused'; status: number; reason: string };

/** While the link is not open, the state is the last one, used only for the names in Companion's lists. */
export interface KnownDesk {
  link: ModuleLinkState;
  state: ReadState | null;
}

/** The state after a frame; null for a change without a state before it, which no desk sends. */
export function applyFrame(before: ReadState | null, frame: Exclude<ReadFrame, { type: 'time' }>): ReadState | null {
  if (frame.type === 'state') return frame.state;
  if (!before) return null;
  // JSON has no undefined members.
  const change = frame.change as Partial<ReadState>;
  const after: ReadState = {
    ...before,
    ...change,
    subs: { ...before.subs, ...change.subs },
    cues: { ...before.cues, ...change.cues },
    cueViews: { ...before.cueViews, ...change.cueViews },
  };
  // The desk does not list removals: an entry missing from the new list is removed.
  if (change.model)
    after.subs = only(
      after.subs,
      [...preOrder(after.model)].map(({ id }) => id),
    );
  if (change.rundowns) {
    const listed = after.rundowns.flatMap(({ groups }) => groups.flatMap(({ cues }) => cues));
    after.cues = only(after.cues, listed);
    after.cueViews = only(after.cueViews, listed);
  }
  return after;
}

function only<One>(all: Record<string, One>, names: readonly string[]): Record<string, One> {
  const present = new Set(names);
  return Object.fromEntries(Object.entries(all).filter(([name]) => present.has(name)));
}

/** The app instance's service confirms, and the desk trusts it. */
export function isTrusted({ link, state }: KnownDesk, app: string): boolean {
  const connection = state?.apps.find(({ key }) => key === app)?.connection;
  return link.is === 'open' && connection?.status === 'live' && !connection.stale;
}

/** UNKNOWN unless every link on the way can be trusted. */
export function tallyOf(known: KnownDesk, address: string): Tally {
  if (!isTrusted(known, parseAddress(address).app)) return 'UNKNOWN';
  return known.state?.subs[address]?.tally ?? 'UNKNOWN';
}

/** Confirmed on air, also while another state is requested or has failed. */
export function isOnAir(known: KnownDesk, address: string): boolean {
  return isTrusted(known, parseAddress(address).app) && known.state?.subs[address]?.onAir === 'yes';
}

/** On air in all trusted app instances; null if none can be trusted. */
export function onAirCount(known: KnownDesk): number | null {
  const apps = known.state?.apps.filter(({ key }) => isTrusted(known, key)) ?? [];
  if (apps.length === 0) return null;
  return Object.keys(known.state?.subs ?? {}).filter((address) => isOnAir(known, address)).length;
}

/** The view of a cue. Without the desk, the state of a cue is unknown. */
export function cueViewOf({ link, state }: KnownDesk, cue: string): CueView {
  const view = ownOf(state?.cueViews, cue) ?? idleCue;
  if (link.is === 'open' && state) return view;
  return { ...view, state: 'UNKNOWN', onAir: 'unknown', due: null };
}

/** The cue that the rundown's next go fires; undefined if there is none or it is unknown. */
export function nextCueOf({ link, state }: KnownDesk, rundown: string): string | undefined {
  return link.is === 'open' ? state?.positions[rundown]?.next?.cue : undefined;
}

export function rundownOf({ state }: Pick<KnownDesk, 'state'>, chosen: string): string {
  return chosen === '' ? (state?.activeRundown ?? '') : chosen;
}

/** Every sub-composition with a state, in the order of the tree. The root of a show has none. */
export function subCompositions(state: ReadState | null): ModelItem[] {
  return [...preOrder(state?.model ?? [])].filter((node) => node.state !== undefined);
}

/** `12.5 Guest`. */
export function cueName(cue: Pick<Cue, 'number' | 'name'> | undefined): string {
  return cue ? `${cue.number} ${cue.name}`.trim() : '';
}

/**
 * The full names of all nodes, by address: with their ancestors except the root, and with the app instance in front if
 * there are several.
 */
export function nodeNames({ apps, model }: Pick<ReadState, 'apps' | 'model'>): Map<string, string> {
  const names = new Map<string, string>();
  const addAll = (nodes: readonly ModelItem[], above: readonly string[]): void => {
    for (const node of nodes) {
      const path = [...above, node.name];
      const app = apps.length > 1 ? apps.find(({ key }) => key === parseAddress(node.id).app)?.name : undefined;
      names.set(node.id, `${app === undefined ? '' : `${app}: `}${path.join(' › ')}`);
      addAll(node.subcompositions, node.state === undefined ? [] : path);
    }
  };
  addAll(model, []);
  return names;
}

/**
 * The variable suffix of each sub-composition, by address: `lower_third`, and `lower_third_2` for the next with this
 * name in tree order. Companion allows only these characters.
 */
export function variableNames(state: ReadState | null): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    subCompositions(state).map(({ id, name }) => {
      const base = plain(name);
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      return [id, count === 1 ? base : `${base}_${count}`];
    }),
  );
}

function plain(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.replaceAll(/[^a-z\d]+/g, '_').replaceAll(/^_|_$/g, '') || 'sub_composition';
}
