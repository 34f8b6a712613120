import type { DeskLinkState } from '../state/desk.svelte.ts';
import { timeOfDay } from '../state/local-time.ts';
import type { ShownApp } from '../state/shown-app.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.health;

export interface LinkState {
  word: string;
  kind: 'live' | 'polled' | 'connecting' | 'lost';
  /** In words; empty for none. */
  reason: string;
}

export const linkShapes = { live: 'check', polled: 'cycle', connecting: 'brokenRing', lost: 'cross' } as const;

/** Without an app instance: the state of the link to the desk. */
export function linkState(app: ShownApp | undefined, link: DeskLinkState): LinkState {
  if (link === 'gone') return { word: words.links.deskGone, kind: 'lost', reason: texts.common.deskGone };
  if (link === 'opening') return { word: words.links.opening, kind: 'connecting', reason: texts.common.waitingForDesk };
  if (!app) return { word: words.links.noApp, kind: 'connecting', reason: texts.common.noAppYet };
  const { status, reason } = app.connection;
  if (status === 'connecting') return { word: words.links.connecting, kind: 'connecting', reason };
  if (status === 'lost') return { word: words.links.lost, kind: 'lost', reason };
  if (app.stale) return { word: words.links.stale, kind: 'lost', reason: words.confirmsNothing };
  if (app.view.truth === 'live') return { word: words.links.live, kind: 'live', reason };
  return { word: words.links.polled, kind: 'polled', reason: reason ? words.pollsAfter(reason) : words.polls };
}

/** The last confirmation of a lost link: `since 18:30:05`. Empty while confirmed, or without any confirmation. */
export function sinceText({ kind }: LinkState, app: ShownApp | undefined): string {
  const at = app?.connection.confirmedAt ?? null;
  return kind === 'lost' && at !== null ? words.since(timeOfDay(at)) : '';
}
