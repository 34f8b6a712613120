import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from '../../../scene/content/content.ts';
import type { Made, User } from '../../../service/store/accounts.ts';
import type { StoredApp } from '../../../service/store/app-instances.ts';
import type { StoredComposition } from '../../../service/store/compositions.ts';
import { openSqliteStore } from '../../../service/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { smallShow } from './small-show.ts';

/** The content of the small show. */
export const smallContent = JSON.stringify(contentOf(smallShow));

/** A store in a directory of its own, with a user; times and UUIDs count up from the first. */
export interface FilledStore {
  store: Store;
  user: User;
  root: string;
  directory: string;
  /** The next time and UUID. */
  made(): Made;
  /** The time that was given last. */
  last(): string;
  addUser(email: string): User;
  addComposition(given?: Partial<StoredComposition & { content: string }>): StoredComposition;
  addApp(given?: Partial<StoredApp>): StoredApp;
  /** Open it again where it is closed. */
  open(): Store;
  /** Close it and open it again. */
  reopen(): Store;
  remove(): void;
}

/** The UUID that is made as number `count`. */
export const uuid = (count: number): string => `0c9b6c5e-7f0a-4d43-8a3c-${String(count).padStart(12, '0')}`;
const time = (count: number): string => new Date(1_700_000_000_000 + count).toISOString();

/** Make it. Everything that is added belongs to its first user, in the root folder, unless something else is given. */
export function fillStore(): FilledStore {
  const directory = mkdtempSync(join(tmpdir(), 'overlay-store-'));
  let count = 0;
  let tokens = 0;
  const made = (): Made => ({ at: time((count += 1)), fid: uuid(count) });
  let store = openSqliteStore(directory);
  const addUser = (email: string): User => store.addUser({ email, passwordHash: `hash of ${email}` }, made());
  const user = addUser('ada@example.org');
  const root = store.rootFolder(user.accountId).fid;
  const owned = { accountId: user.accountId, userId: user.id, folder: root };
  return {
    get store() {
      return store;
    },
    user,
    root,
    directory,
    made,
    last: () => time(count),
    addUser,
    addComposition: (given = {}) =>
      store.addComposition({ ...owned, name: 'Small', content: smallContent, ...given }, made()),
    addApp: (given = {}) => {
      tokens += 1;
      const secrets = { token: `app-${tokens}`, outputToken: `output-${tokens}` };
      const kind = { templateId: 57, templateVersion: 1, shared: false, outputs: ['Output'] };
      const shown = { compositionId: null, contentId: null };
      return store.addAppInstance({ ...owned, name: 'App', ...kind, ...secrets, ...shown, ...given }, made());
    },
    open: () => (store = openSqliteStore(directory)),
    reopen: () => {
      store.close();
      return (store = openSqliteStore(directory));
    },
    remove: () => {
      store.close();
      rmSync(directory, { recursive: true });
    },
  };
}
