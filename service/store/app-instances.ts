import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import type { Loadable, Showing, Shown } from '../domain/outputs.ts';
import type { Made } from './accounts.ts';

/** An output of an app instance. */
export interface StoredOutput extends Showing {
  name: string;
  /** Opens its on-air page and its part of the live channel, and nothing else. */
  token: string;
}

/** An app instance as it is stored, without its loaded show. Deleted ones are never returned. */
export interface StoredApp {
  id: number;
  accountId: number;
  userId: number;
  fid: string;
  folder: string;
  name: string;
  templateId: number;
  templateVersion: number;
  /** Opens everything of this app instance; null if it has no token. */
  token: string | null;
  /** Whether it was created with a share URL. */
  shared: boolean;
  /** In the order in which it was created with them. The first one is the one that `onair_url` names. */
  outputs: StoredOutput[];
  /** Raised by one with every applied request. */
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/** An app instance to store. */
export interface NewApp extends Omit<StoredApp, 'id' | 'fid' | 'revision' | 'createdAt' | 'updatedAt' | 'outputs'> {
  outputs: readonly { name: string; token: string; shown: Loadable | null }[];
}

/** The values and states that were ever set in a show. Everything else has the content's defaults. */
export interface StoredShow {
  values: { sub: string; field: string; value: Value }[];
  states: { sub: string; state: StoredState }[];
}

export interface AppInstanceStore {
  appInstances(accountId: number): StoredApp[];
  appInstance(accountId: number, id: number): StoredApp | undefined;
  /**
   * Finds an app instance by one of its tokens. The look-up uses their SHA-256, so that its time does not help to
   * guess.
   */
  appByToken(token: string): { app: StoredApp; kind: 'app' | 'output' } | undefined;
  /** Every app instance of every account in the order of ids, for the ready line. */
  allAppInstances(): StoredApp[];
  addAppInstance(app: NewApp, made: Made): StoredApp;
  setAppToken(id: number, token: string | null, at: string): void;
  /**
   * Sets what each output shows, in their order. What no output shows any more is removed with its values and states.
   * The show's revision becomes this one.
   */
  loadShow(id: number, shown: readonly Shown[], at: { revision: number; at: string }): void;
  /** The ids of the contents that are loaded somewhere. */
  loadedContents(): number[];
  show(id: number): StoredShow;
  deleteAppInstance(id: number, at: string): void;
}
