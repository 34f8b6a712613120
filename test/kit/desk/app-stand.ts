import type { Composition } from '../../../scene/schema/composition.ts';
import { contentOf } from '../../../scene/content/content.ts';
import type { ApiClient } from '../service/api-client.ts';
import { smallShow } from '../service/small-show.ts';
import { startTwoAccounts, type TwoAccounts } from '../service/two-accounts.ts';

/** What an app instance is made with; by default one output, nothing loaded and no token. */
interface AppWishes {
  composition?: number;
  outputs?: string[];
  shared?: boolean;
}

/** An account with something to show: a client that is signed in, and what it has. */
export interface ShowOwner extends ApiClient {
  accountId: number;
  userId: number;
  /** Its root folder. */
  folder: string;
  /** The number of its composition "Small", which is `smallShow`. */
  small: number;
  /** The number of its composition "Ticker", which is {@link tickerShow}. */
  ticker: number;
  /** Make an app instance by row 11. */
  makeApp(wishes?: AppWishes): Promise<{ id: number; token: string; outputToken: string }>;
}

/** Two accounts that have the same things. */
export interface AppStand extends Pick<TwoAccounts, 'clock' | 'disk' | 'restart' | 'close'> {
  readonly url: string;
  /** The media address. */
  readonly mediaUrl: string;
  /** Who has no account. */
  nobody: ApiClient;
  ada: ShowOwner;
  bob: ShowOwner;
}

/** A second show: one ticker. */
export const tickerShow: Composition = {
  version: 1,
  root: {
    ...smallShow.root,
    id: '7a1c2b51-6a3e-4d0f-9a53-0c3f1d1f6b00',
    name: 'Ticker Show',
    fields: [],
    subcompositions: [
      {
        ...smallShow.root,
        id: '7a1c2b51-6a3e-4d0f-9a53-0c3f1d1f6b01',
        name: 'Ticker',
        subcompositions: [],
      },
    ],
  },
};

/** Start it. */
export async function startAppStand(): Promise<AppStand> {
  const { ada, bob, folders, service, ...rest } = await startTwoAccounts();
  return {
    ...rest,
    url: service.url,
    mediaUrl: service.mediaUrl,
    ada: await showOwner(ada, folders.ada),
    bob: await showOwner(bob, folders.bob),
  };
}

async function showOwner(client: ApiClient, folder: string): Promise<ShowOwner> {
  const small = await composition(client, { folder, name: 'Small' }, smallShow);
  const ticker = await composition(client, { folder, name: 'Ticker' }, tickerShow);
  return {
    ...client,
    folder,
    accountId: small.account_id,
    userId: small.user_id,
    small: small.id,
    ticker: ticker.id,
    makeApp: (wishes = {}) => createdApp(client, folder, wishes),
  };
}

async function composition(client: ApiClient, entry: { folder: string; name: string }, show: Composition) {
  const { body } = await client.post('/apiv1/compositions', entry);
  const made = body as { id: number; account_id: number; user_id: number };
  const { status } = await client.put(`/apiv1/compositions/${made.id}/content`, contentOf(show));
  if (status !== 200) throw new Error(`No composition was made: ${status}.`);
  return made;
}

async function createdApp(client: ApiClient, folder: string, { composition, outputs, shared }: AppWishes) {
  const { status, body } = await client.post('/apiv1/appinstances', {
    folder,
    name: 'News',
    apptemplate_id: '57',
    apptemplate_version_status: 'published',
    ...(composition && { compositionList: [{ name: 'Show', refId: String(composition) }] }),
    ...(outputs && { outputList: outputs.map((Name) => ({ Name })) }),
    ...(shared && { shareurl: '1' }),
  });
  if (status !== 200) throw new Error(`No app instance was made: ${JSON.stringify(body)}`);
  const { id, access_token, onair_url } = body as { id: number; access_token: string | null; onair_url: string };
  return { id, token: access_token ?? '', outputToken: new URL(onair_url).pathname.slice('/onair/'.length) };
}
