import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from '../../../scene/content/content.ts';
import type { NewFolder, User } from '../../../service/store/accounts.ts';
import type { Loadable } from '../../../service/domain/outputs.ts';
import type { NewApp, StoredApp } from '../../../service/store/app-instances.ts';
import type { StoredComposition } from '../../../service/store/compositions.ts';
import { openSqliteStore, type Store } from '../../../service/store/store.ts';
import { readStored } from '../../../scene/content/content-check.ts';
import { ReadContents } from '../../../service/read-contents.ts';
import { smallShow } from './small-show.ts';

/** The content of the small show. */
export const smallContent = JSON.stringify(contentOf(smallShow));

/** What is asked of an app instance. */
type GivenApp = Partial<Omit<NewApp, 'outputs'>> & { outputs?: string[]; shown?: Loadable | null };

/** A store in a directory of its own, with a user; times and UUIDs count up from the first. */
export interface FilledStore {
  store: Store;
  user: User;
  root: string;
  directory: string;
  /** The next time and UUID. */
  made(): NewFolder;
  /** The time that was given last. */
  last(): string;
  addUser(email: string): User;
  addComposition(given?: Partial<StoredComposition & { content: string }>): StoredComposition;
  /** Its outputs, by their names, all show the same. */
  addApp(given?: GivenApp): StoredApp;
  /** Open it again where it is closed. */
  open(): Store;
  /** Close it and open it again. */
  reopen(): Store;
  remove(): void;
}

/** The contents of a store, of which nothing is kept. */
export function contentsOf(store: Store): ReadContents {
  const ignored = (): void => undefined;
  const log = { info: ignored, warn: ignored, error: ignored };
  const contents = new ReadContents(store, log);
  contents.checkWith(readStored);
  return contents;
}

/** The UUID that is made as number `count`. */
export const uuid = (count: number): string => `0c9b6c5e-7f0a-4d43-8a3c-${String(count).padStart(12, '0')}`;
const time = (count: number): string => new Date(1_700_000_000_000 + count).toISOString();

/** Make it. Everything that is added belongs to its first user, in the root folder, unless something else is given. */
export function fillStore(): FilledStore {
  const directory = mkdtempSync(join(tmpdir(), 'overlay-store-'));
  let count = 0;
  let tokens = 0;
  const made = (): NewFolder => ({ at: time((count += 1)), fid: uuid(count) });
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
      const kind = { templateId: 57, templateVersion: 1, shared: false, token: `app-${tokens}` };
      const { outputs: names = ['Output'], shown = null, ...rest } = given;
      const outputs = names.map((name, at) => ({ name, token: `output-${tokens}${'+'.repeat(at)}`, shown }));
      return store.addAppInstance({ ...owned, name: 'App', ...kind, ...rest, outputs }, made());
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
