import { patience } from '../../../build/test-patience.ts';
import { type DeskApi, deskApi, type DeskView } from '../../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import type { Desk } from '../../../desk/desk.ts';
import { changeView } from './changed-view.ts';

/** A screen that watches a desk. */
export interface ScreenOfDesk {
  screen: LinkClient<DeskApi>;
  /** What it shows now. */
  view: DeskView;
  /** Resolves when the screen shows what is asked for; else fails with what it shows instead. */
  until(shows: (view: DeskView) => boolean): Promise<void>;
  /** The screen goes away. */
  leave(): void;
}

/** Lets a screen watch a desk. */
export async function screenOf(desk: Desk): Promise<ScreenOfDesk> {
  const pipe = pipePair();
  desk.serve(pipe.far);
  const screen = openLink(pipe.near, deskApi);
  const { screen: _, ...view } = await screen.call('watch', {});
  const watchers = new Set<() => void>();
  screen.on('changed', (change) => {
    changeView(view, change);
    watchers.forEach((look) => look());
  });
  return { screen, view, until: untilShown(view, watchers), leave: () => pipe.close() };
}

function untilShown(view: DeskView, watchers: Set<() => void>): ScreenOfDesk['until'] {
  return (shows) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!shows(view)) return;
        watchers.delete(look);
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        watchers.delete(look);
        reject(new Error(`The screen never showed it. It shows: ${JSON.stringify([view.apps, view.connections])}`));
      }, patience.wait);
      watchers.add(look);
      look();
    });
}
