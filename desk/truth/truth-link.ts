import type { LiveFrame, Snapshot } from '../../contract/service-api/live-channel.ts';
import type { Clock, ConnectionPort, HttpAnswer } from '../ports.ts';
import type { QuotaGovernor } from '../requests/quota.ts';

/** How a snapshot is told: `app` is null where the service does not tell of it. */
export type TruthSnapshot = Omit<Snapshot, 'app' | 'composition'> & { app: Snapshot['app'] | null };

type ChangeFrame = Extract<LiveFrame, { type: 'change' }>;

/**
 * What the truth is told in: the frames of the live channel. A change follows on the revision before its own, or on
 * `since` where that is told.
 */
export type TruthFrame =
  Exclude<LiveFrame, Snapshot | ChangeFrame> | TruthSnapshot | (ChangeFrame & { since?: number });

/**
 * How a desk hears what is true of one app instance. Whatever the way, it is told in frames whose revisions are in order:
 * a snapshot first, then changes each of which follows on the one before it, and beats.
 */
export interface TruthLink {
  /** Whether the service tells at once what changes, or is asked again and again. */
  readonly mode: 'live' | 'polled';
  /**
   * The service has confirmed an operation: gives the revision from which on the truth that is told holds it. `revision`
   * is the one that the service named; null where it names none.
   */
  acknowledged(revision: number | null): number;
  /** Something was asked, or it ended without an answer: the truth may be another one any moment now. */
  hurry(): void;
  /** Tell the whole truth again: what came does not follow on what is held. */
  restart(): void;
  /** Say something to the service, as a desk does. Lost where it does not listen. */
  send(text: string): void;
  /** End it; nothing is told any more. */
  close(): void;
}

/** Where an app instance is. */
export interface TruthTarget {
  /** The service's http(s) address without a trailing slash. */
  base: string;
  token: string;
  /** What the desk is called among the desks of the service; undefined where it is not to be told of. */
  desk?: string | undefined;
}

/**
 * Why the truth is not heard: no answer came (what was thrown, whether the question had left, whether it was given up
 * after `patience` seconds), or this one in place of the truth.
 */
export type TruthFailure =
  | { thrown: unknown; sent: boolean; timedOut: boolean; patience: number }
  | { answer: Pick<HttpAnswer, 'status' | 'body' | 'headers'> };

/** Puts into words for the operator why the truth is not heard, and what to do about it. */
export type Explain = (unheard: TruthFailure) => string;

export interface TruthPorts {
  clock: Clock;
  connection: ConnectionPort;
  /** 0 to 1, to spread what would come all at once. */
  random(): number;
  /** The revision that is held; -1 for none. */
  revision(): number;
  quota: Pick<QuotaGovernor, 'learn' | 'spend' | 'wait'>;
  onFrame(frame: TruthFrame): void;
  /** The truth no longer arrives, and why, in words for the operator. Called once each time it is lost. */
  onLost(reason: string): void;
  /** Where it is absent, the reason is only that the service cannot be reached, or what it said itself. */
  explain?: Explain;
}

/** Opens a way to hear the truth of one app instance. */
export type OpenTruth = (target: TruthTarget, ports: TruthPorts) => TruthLink;
