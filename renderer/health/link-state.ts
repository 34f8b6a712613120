import type { DeskLink } from '../state/desk.svelte.ts';
import type { ShownApp } from '../state/shown-app.svelte.ts';

/** How an app stands with its service, in a word, for its color and shape, and why. */
export interface LinkState {
  word: 'LIVE' | 'POLLED' | 'CONNECTING' | 'LOST' | 'SILENT' | 'DESK GONE' | 'OPENING' | 'NO APP';
  kind: 'live' | 'polled' | 'connecting' | 'lost';
  /** In words for the operator; empty where there is nothing to say. */
  reason: string;
}

const live: LinkState = { word: 'LIVE', kind: 'live', reason: '' };
const polled: LinkState = {
  word: 'POLLED',
  kind: 'polled',
  reason: 'This service does not tell what changes: it is asked again and again.',
};

/** How an app stands; without one, how the desk itself does. */
export function linkState(app: ShownApp | undefined, link: DeskLink): LinkState {
  if (link === 'gone') return { word: 'DESK GONE', kind: 'lost', reason: 'The desk has gone away.' };
  if (link === 'opening') return { word: 'OPENING', kind: 'connecting', reason: 'Waiting for the desk.' };
  if (!app) return { word: 'NO APP', kind: 'connecting', reason: 'The desk controls no app yet.' };
  const { status, reason } = app.connection;
  if (status === 'connecting') return { word: 'CONNECTING', kind: 'connecting', reason };
  if (status === 'lost') return { word: 'LOST', kind: 'lost', reason };
  if (app.silent) return { word: 'SILENT', kind: 'lost', reason: 'The desk says live, and nothing is confirmed.' };
  return app.view.truth === 'live' ? live : polled;
}

/** The time of day here of a moment (ms since the epoch): `18:30:05`. */
export function timeOfDay(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** Since when nothing is known, for beside the word: `since 18:30:05`; empty while something is, or never was. */
export function sinceText({ kind }: LinkState, app: ShownApp | undefined): string {
  const at = app?.connection.confirmedAt ?? null;
  return kind === 'lost' && at !== null ? `since ${timeOfDay(at)}` : '';
}
