import type { ConnectionKind } from '../../contract/desk-api/connections.ts';
import type { Notice } from '../../contract/desk-api/desk-api.ts';
import type { Operation, Outcome } from './operation.ts';
import type { AccountPort, Clock, ConnectionPort } from '../ports.ts';
import type { OpenTruth, TruthFrame, TruthTarget } from '../truth/truth-link.ts';

/** Where an app instance is and how it is reached. */
export interface AppTarget extends TruthTarget {
  connection: ConnectionPort;
  /** What kind of connection leads to it; that of the app where it is absent. */
  kind?: ConnectionKind;
  /** The account of its service, where the desk has one: nothing here needs it. */
  account?: AccountPort | undefined;
  /** How the desk hears what is true of it. */
  openTruth: OpenTruth;
}

/** What an app is called, whatever its target is. */
export interface AppIdentity {
  /** Without a slash; never changes. */
  key: string;
  /** Shown until the service tells the name of the app instance. */
  name: string;
  kind: ConnectionKind;
}

export interface OpenAppPorts {
  clock: Clock;
  /** 0 to 1, to spread reconnects. */
  random(): number;
  /** An operation ended. */
  ended(operation: Operation, outcome: Outcome): void;
  /** These sub-compositions (ids of the app) show otherwise now. */
  changedSubs(ids: Iterable<string>): void;
  /** The app itself shows otherwise; `model`: its tree too. */
  changed(what: 'app' | 'model'): void;
  /** The truth was told and is held from here on; these sub-compositions may be others now. */
  heard?(frame: TruthFrame, touched: readonly string[]): void;
  /** A panic is not confirmed, and why; where it is absent that is an alarm of the app. */
  shout?(text: string): void;
  /** The operator must know this until it is dismissed. */
  notice(notice: Required<Pick<Notice, 'id' | 'text'>> & Pick<Notice, 'alarm'>): void;
}
