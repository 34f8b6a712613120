import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import type { Made } from './accounts.ts';

/** An app instance as it is stored, without the show that is loaded into it. Deleted ones are never given. */
export interface StoredApp {
  id: number;
  accountId: number;
  userId: number;
  fid: string;
  folder: string;
  name: string;
  templateId: number;
  templateVersion: number;
  /** Opens everything of this app instance; null where there is none. */
  token: string | null;
  /** Opens its on-air page and its live channel, and nothing else. */
  outputToken: string;
  /** Whether it was created with a share URL. */
  shared: boolean;
  /** The names of its outputs, in order. All show the one loaded composition. */
  outputs: string[];
  /** The loaded composition, and the content it had when it was loaded; both null where none is. */
  compositionId: number | null;
  contentId: number | null;
  /** Raised by one with every applied request. */
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/** What the show of an app instance holds further to its content's defaults: only what was ever set. */
export interface StoredShow {
  values: { sub: string; field: string; value: Value }[];
  states: { sub: string; state: StoredState }[];
}

export interface AppInstanceStore {
  appInstances(accountId: number): StoredApp[];
  appInstance(accountId: number, id: number): StoredApp | undefined;
  /** By either token. Tokens are found by their SHA-256, so that the time it takes tells nothing about a guess. */
  appByToken(token: string): { app: StoredApp; kind: 'app' | 'output' } | undefined;
  /** Every app instance of every account, in the order of their ids: what the ready line lists. */
  allAppInstances(): StoredApp[];
  addAppInstance(app: Omit<StoredApp, 'id' | 'fid' | 'revision' | 'createdAt' | 'updatedAt'>, made: Made): StoredApp;
  setAppToken(id: number, token: string | null, at: string): void;
  /** Load a content (null: none): what the show held is gone, and its revision is this one. */
  loadShow(
    id: number,
    loaded: { compositionId: number; contentId: number } | null,
    at: { revision: number; at: string },
  ): void;
  show(id: number): StoredShow;
  deleteAppInstance(id: number, at: string): void;
}
