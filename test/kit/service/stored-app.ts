import { AppInstances } from '../../../service/app-instances.ts';
import type { HeldApp } from '../../../service/held-app.ts';
import type { LiveChannels } from '../../../service/live/live-channels.ts';
import { ReadContents } from '../../../service/read-contents.ts';
import type { StoredApp } from '../../../service/store/app-instances.ts';
import type { Store } from '../../../service/store/store.ts';
import { smallShow } from './small-show.ts';

/** An app instance as a store gives it. */
const storedApp: StoredApp = {
  id: 1,
  accountId: 1,
  userId: 1,
  fid: '0c9b6c5e-7f0a-4d43-8a3c-0d1f5e6a7b01',
  folder: '0c9b6c5e-7f0a-4d43-8a3c-0d1f5e6a7b02',
  name: 'Small',
  templateId: 57,
  templateVersion: 1,
  token: 'app',
  shared: false,
  outputs: [{ name: 'Output', token: 'output', loaded: { id: 1, compositionId: 1, contentId: 1 } }],
  revision: 7,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};

/** A store that holds one app instance, which a test may replace, with nothing ever set in its show. */
function oneApp(): Store {
  const store = {
    stored: storedApp as StoredApp | undefined,
    appInstance: (accountId: number, id: number) =>
      store.stored?.accountId === accountId && store.stored.id === id ? store.stored : undefined,
    appByToken: (token: string) => {
      const app = store.stored;
      if (app?.token === token) return { app, kind: 'app' as const };
      return app?.outputs[0]?.token === token ? { app, kind: 'output' as const } : undefined;
    },
    show: () => ({ values: [], states: [] }),
    contentBytes: () => Buffer.alloc(0),
  };
  return store as unknown as Store;
}

/** An app instance at work, by itself. */
export function appAtWork(): HeldApp {
  const ignored = (): void => undefined;
  const log = { info: ignored, warn: ignored, error: ignored };
  const silent: unknown = {};
  const store = oneApp();
  const contents = new ReadContents(store, log);
  contents.checkWith(() => ({ composition: smallShow }));
  const apps = new AppInstances(store, contents, { live: silent as LiveChannels, log });
  return apps.byToken('app', ['app'])!;
}
