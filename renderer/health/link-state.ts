import type { DeskLinkState } from '../state/desk.svelte.ts';
import { timeOfDay } from '../state/local-time.ts';
import type { ShownApp } from '../state/shown-app.svelte.ts';

/** The link of an app instance to its service: a word, a kind for its color and shape, and the reason. */
export interface LinkState {
  word: 'LIVE' | 'POLLED' | 'CONNECTING' | 'LOST' | 'STALE' | 'DESK GONE' | 'OPENING' | 'NO APP';
  kind: 'live' | 'polled' | 'connecting' | 'lost';
  /** In words for the operator; empty when there is nothing to say. */
  reason: string;
}

const live: LinkState = { word: 'LIVE', kind: 'live', reason: '' };
const polled: LinkState = {
  word: 'POLLED',
  kind: 'polled',
  reason: 'This service does not push changes, so the desk polls it.',
};

/** The link state of an app instance; without one, that of the desk itself. */
export function linkState(app: ShownApp | undefined, link: DeskLinkState): LinkState {
  if (link === 'gone') return { word: 'DESK GONE', kind: 'lost', reason: 'The desk has gone away.' };
  if (link === 'opening') return { word: 'OPENING', kind: 'connecting', reason: 'Waiting for the desk.' };
  if (!app) return { word: 'NO APP', kind: 'connecting', reason: 'The desk controls no app instance yet.' };
  const { status, reason } = app.connection;
  if (status === 'connecting') return { word: 'CONNECTING', kind: 'connecting', reason };
  if (status === 'lost') return { word: 'LOST', kind: 'lost', reason };
  if (app.stale) return { word: 'STALE', kind: 'lost', reason: 'The service is connected, but confirms nothing.' };
  return app.view.truth === 'live' ? live : polled;
}

/** The time of the last confirmation of a lost link: `since 18:30:05`. Empty while confirmed, or if it never was. */
export function sinceText({ kind }: LinkState, app: ShownApp | undefined): string {
  const at = app?.connection.confirmedAt ?? null;
  return kind === 'lost' && at !== null ? `since ${timeOfDay(at)}` : '';
}
