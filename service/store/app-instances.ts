import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import type { Loadable, OutputShowing, OutputContent } from '../domain/outputs.ts';
import type { NewFolder } from './accounts.ts';

interface StoredOutput extends OutputShowing {
  name: string;
  /** Gives access only to its output page and its part of the live channel. */
  token: string;
}

/** Without the loaded show. Deleted app instances are never returned. */
export interface StoredApp {
  id: number;
  accountId: number;
  userId: number;
  fid: string;
  folder: string;
  name: string;
  templateId: number;
  templateVersion: number;
  /** Gives access to the whole app instance; null for no token. */
  token: string | null;
  shared: boolean;
  /** In creation order; `onair_url` names the first output. */
  outputs: StoredOutput[];
  /** Rises by one with every applied request. */
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export interface NewApp extends Omit<StoredApp, 'id' | 'fid' | 'revision' | 'createdAt' | 'updatedAt' | 'outputs'> {
  outputs: readonly { name: string; token: string; shown: Loadable | null }[];
}

/** Values and states that were ever set; others have the content's defaults. */
export interface StoredShow {
  values: { sub: string; field: string; value: Value }[];
  states: { sub: string; state: StoredState }[];
}

export interface AppInstanceStore {
  appInstances(accountId: number): StoredApp[];
  appInstance(accountId: number, id: number): StoredApp | undefined;
  /** Finds an app instance by its token's SHA-256, so that timing does not help to guess. */
  appByToken(token: string): { app: StoredApp; kind: 'app' | 'output' } | undefined;
  allAppInstances(): StoredApp[];
  addAppInstance(app: NewApp, made: NewFolder): StoredApp;
  setAppToken(id: number, token: string | null, at: string): void;
  /**
   * Sets the outputs' contents, in order, and the show's revision. Removes unused loaded compositions with their values
   * and states.
   */
  loadShow(id: number, shown: readonly OutputContent[], at: { revision: number; at: string }): void;
  loadedContents(): number[];
  show(id: number): StoredShow;
  deleteAppInstance(id: number, at: string): void;
}
