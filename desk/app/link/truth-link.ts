import type { LiveFrame, Snapshot } from '../../../contract/service-api/live-channel.ts';
import type { ConnectionPort, HttpAnswer } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import type { KnownError } from '../../../contract/errors.ts';
import type { QuotaGovernor } from './quota.ts';

type TruthSnapshot = Omit<Snapshot, 'app' | 'composition'> & { app: Snapshot['app'] | null; since?: number };

type ChangeFrame = Extract<LiveFrame, { type: 'change' }>;

export type TruthFrame =
  Exclude<LiveFrame, Snapshot | ChangeFrame> | TruthSnapshot | (ChangeFrame & { since?: number });

/** Reports the confirmed state in revision order: a snapshot, then consecutive changes and beats. */
export interface TruthLink {
  readonly mode: 'live' | 'polled';
  /** Why the desk knows less than a live channel says, for the operator; empty for none. */
  readonly reason: string;
  /**
   * Returns the revision at which the confirmed state will include the operation. `revision`: as named by the service,
   * or null.
   */
  acknowledged(revision: number | null): number;
  /** Call after a request or a missing answer: the state may change at any moment. */
  hurry(): void;
  /** Requests a snapshot after a gap in the revisions. */
  restart(): void;
  /** Sends a presence message; lost if the service does not listen. */
  send(text: string): void;
  close(): void;
}

export interface TruthTarget {
  /** An http(s) address without a trailing slash. */
  base: string;
  token: string;
  /** The desk's name for other desks; undefined to stay unnamed. */
  desk?: string | undefined;
}

/** No answer or an unexpected answer. `sent`: the request had left; `patience`: waiting time in seconds. */
export type TruthFailure =
  | { thrown: unknown; sent: boolean; timedOut: boolean; patience: number }
  | { answer: Pick<HttpAnswer, 'status' | 'body' | 'headers'> };

export interface TruthPorts {
  clock: Clock;
  connection: ConnectionPort;
  /** 0 to 1, to spread reconnects and polls. */
  random(): number;
  /** -1 for none. */
  revision(): number;
  knownError: KnownError;
  quota: Pick<QuotaGovernor, 'learn' | 'spend' | 'wait'>;
  onAccount?(account: string): void;
  onFrame(frame: TruthFrame): void;
  /** Called once per loss; `reason` is for the operator. */
  onLost(reason: string): void;
  /** If absent, the reason is only the general error text or the service's message. */
  explain?(unheard: TruthFailure): string;
}

export type OpenTruth = (target: TruthTarget, ports: TruthPorts) => TruthLink;
