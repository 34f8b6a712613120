import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import type { Made } from './accounts.ts';

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
  /** Opens its on-air page and its live channel, and nothing else. */
  outputToken: string;
  /** Whether it was created with a share URL. */
  shared: boolean;
  /** The names of its outputs, in order. All show the one loaded composition. */
  outputs: string[];
  /** The loaded composition, and its content at the time of loading; both null if nothing is loaded. */
  compositionId: number | null;
  contentId: number | null;
  /** Raised by one with every applied request. */
  revision: number;
  createdAt: string;
  updatedAt: string;
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
   * Finds an app instance by either of its tokens. The look-up uses their SHA-256, so that its time does not help to
   * guess.
   */
  appByToken(token: string): { app: StoredApp; kind: 'app' | 'output' } | undefined;
  /** Every app instance of every account in the order of ids, for the ready line. */
  allAppInstances(): StoredApp[];
  addAppInstance(app: Omit<StoredApp, 'id' | 'fid' | 'revision' | 'createdAt' | 'updatedAt'>, made: Made): StoredApp;
  setAppToken(id: number, token: string | null, at: string): void;
  /** Loads a content; null loads none. The show's values and states are deleted, and its revision becomes this one. */
  loadShow(
    id: number,
    loaded: { compositionId: number; contentId: number } | null,
    at: { revision: number; at: string },
  ): void;
  show(id: number): StoredShow;
  deleteAppInstance(id: number, at: string): void;
}
