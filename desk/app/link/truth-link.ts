import type { LiveFrame, Snapshot } from '../../../contract/service-api/live-channel.ts';
import type { ConnectionPort, HttpAnswer } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import type { KnownError } from '../../../contract/errors.ts';
import type { QuotaGovernor } from './quota.ts';

/** A snapshot; `app` is null if the service does not report it. */
type TruthSnapshot = Omit<Snapshot, 'app' | 'composition'> & { app: Snapshot['app'] | null };

type ChangeFrame = Extract<LiveFrame, { type: 'change' }>;

/**
 * A frame of the live channel or of polling. A change follows the revision before its own, or `since` if that is given.
 */
export type TruthFrame =
  Exclude<LiveFrame, Snapshot | ChangeFrame> | TruthSnapshot | (ChangeFrame & { since?: number });

/**
 * Reports what is confirmed of one app instance. Frames arrive in the order of their revisions: first a snapshot, then
 * changes, each following the one before, and beats.
 */
export interface TruthLink {
  /** Whether the service pushes changes or is polled. */
  readonly mode: 'live' | 'polled';
  /**
   * The service acknowledged an operation. Returns the revision at which the confirmed state will include it.
   * `revision` is the one that the service named; null if it names none.
   */
  acknowledged(revision: number | null): number;
  /** Something was requested, or ended without an answer, so the state may change at any moment. */
  hurry(): void;
  /** Requests a snapshot, because a frame did not follow the present revision. */
  restart(): void;
  /** Sends a presence message to the service. Lost if the service does not listen. */
  send(text: string): void;
  /** Closes the link. No frame follows. */
  close(): void;
}

/** Where an app instance is. */
export interface TruthTarget {
  /** The http(s) address of the service, without a trailing slash. */
  base: string;
  token: string;
  /** The name of this desk for the other desks of the service; undefined to stay unnamed. */
  desk?: string | undefined;
}

/**
 * Why the state cannot be read: no answer came (what was thrown, whether the request had left, whether the desk gave up
 * after `patience` seconds), or an unexpected answer came.
 */
export type TruthFailure =
  | { thrown: unknown; sent: boolean; timedOut: boolean; patience: number }
  | { answer: Pick<HttpAnswer, 'status' | 'body' | 'headers'> };

/** Explains to the operator why the state cannot be read, and what to do. */
type Explain = (unheard: TruthFailure) => string;

export interface TruthPorts {
  clock: Clock;
  connection: ConnectionPort;
  /** 0 to 1, to spread reconnects and polls. */
  random(): number;
  /** The present revision; -1 for none. */
  revision(): number;
  knownError: KnownError;
  quota: Pick<QuotaGovernor, 'learn' | 'spend' | 'wait'>;
  /** The service said which account the app instance belongs to. */
  onAccount?(account: string): void;
  onFrame(frame: TruthFrame): void;
  /** The state no longer arrives; `reason` is for the operator. Called once per loss. */
  onLost(reason: string): void;
  /** If absent, the reason is only the general error text or the service's own words. */
  explain?: Explain;
}

/** Opens a link to the truth of one app instance. */
export type OpenTruth = (target: TruthTarget, ports: TruthPorts) => TruthLink;
