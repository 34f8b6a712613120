import { type DeskApi, deskApi, type DeskView, type SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import { addressOf } from '../../../contract/model/address.ts';
import type { Desk } from '../../../desk/desk.ts';
import { settled } from '../manual-clock.ts';
import { changeView } from './changed-view.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';

/** A screen that watches a desk. A call of it is over when the desk has told all that came of it. */
export interface WatchingScreen {
  /** In its requests an id alone means that sub-composition of the first app. */
  screen: Pick<LinkClient<DeskApi>, 'call'>;
  /** Its name, as others show it. */
  name: string;
  /** What it shows now. */
  view: DeskView;
  /** What it shows of a sub-composition of the first app. */
  sub(id: string): SubCompositionView | undefined;
  tally(id: string): string;
  /** The screen goes away. */
  leave(): void;
}

/** Let a screen watch. `before`: the name that it had before its link broke. */
export async function watchDesk(desk: Desk, before?: string): Promise<WatchingScreen> {
  const pipe = pipePair();
  desk.serve(pipe.far, before);
  const link = openLink(pipe.near, deskApi, () => undefined);
  const { screen: name, ...view } = await link.call('watch', {});
  link.on('changed', (change) => changeView(view, change));
  const inFirst = (id: string) => addressOf(view.apps[0]?.key ?? '', id);
  const sub = (id: string) => view.subs[inFirst(id)];
  /** `address`, `id`, `ids` and `subComposition`, at any depth. */
  const addressed = (request: unknown, name?: string): unknown => {
    if (typeof request === 'string') {
      return name !== undefined && /^(address|ids?|subComposition)$/.test(name) && inFirst(request) in view.subs
        ? inFirst(request)
        : request;
    }
    if (Array.isArray(request)) return request.map((each) => addressed(each, name));
    if (typeof request !== 'object' || request === null) return request;
    return Object.fromEntries(Object.entries(request).map(([key, value]) => [key, addressed(value, key)]));
  };
  const call: LinkClient<DeskApi>['call'] = async (name, request) => {
    try {
      return await link.call(name, addressed(request) as typeof request);
    } finally {
      await settled();
    }
  };
  return { screen: { call }, name, view, sub, tally: (id) => sub(id)?.tally ?? 'not shown', leave: () => pipe.close() };
}
