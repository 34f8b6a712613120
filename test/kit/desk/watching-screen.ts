import { type DeskApi, deskApi, type DeskView, type SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import { addressOf } from '../../../contract/model/address.ts';
import type { Desk } from '../../../desk/desk.ts';
import { settled } from '../manual-clock.ts';
import { pipePair } from '../pipe-pair.ts';

/** A screen that watches a desk. A call of it is over when the desk has told all that came of it. */
export interface WatchingScreen {
  screen: Pick<LinkClient<DeskApi>, 'call'>;
  /** What it shows now. */
  view: DeskView;
  /** What it shows of a sub-composition of the first app. */
  sub(id: string): SubCompositionView | undefined;
  tally(id: string): string;
  /** The screen goes away. */
  leave(): void;
}

/** Let a screen watch. */
export async function watchDesk(desk: Desk): Promise<WatchingScreen> {
  const pipe = pipePair();
  desk.serve(pipe.far);
  const link = openLink(pipe.near, deskApi);
  const view = await link.call('watch', {});
  link.on('changed', ({ subs, ...members }) => {
    Object.assign(view, members);
    Object.assign(view.subs, subs);
  });
  const sub = (id: string) => view.subs[addressOf(view.apps[0]?.key ?? '', id)];
  const call: LinkClient<DeskApi>['call'] = async (name, request) => {
    try {
      return await link.call(name, request);
    } finally {
      await settled();
    }
  };
  return { screen: { call }, view, sub, tally: (id) => sub(id)?.tally ?? 'not shown', leave: () => pipe.close() };
}
