import type { ErrorCode } from '../../../contract/errors.ts';
import type { UpdateItem } from '../../../contract/model/control.ts';
import type { ConnectionPort } from '../../../desk/ports.ts';
import type { ServedShow } from './served-show.ts';

/**
 * What becomes of one request. `there` and `back`: how long (ms) it is on its way, and its answer, so that answers may come
 * in another order than that of the requests. The others say what goes wrong, and whether it is carried out all the same.
 */
export type RequestFault =
  | { kind: 'none'; there: number; back: number }
  /** Its line must be opened first, which takes so long (ms): until then nothing of it is on the wire. */
  | { kind: 'dialled'; opening: number }
  /** Nothing listens: it is never on the wire. */
  | { kind: 'refused' }
  /** It is on the wire and never arrives, and nothing ever answers: a half-open line. */
  | { kind: 'half-open' }
  /** The line breaks before it arrives. */
  | { kind: 'reset-before'; there: number }
  /** The line breaks when half of its body has arrived, so that it is not carried out. */
  | { kind: 'reset-within'; there: number }
  /** It is carried out and the line breaks, before the answer or in the middle of it. */
  | { kind: 'reset-after'; there: number }
  /** It is carried out, and nothing ever answers. */
  | { kind: 'mute'; there: number }
  /** It arrives, and a service that stalls carries it out so much later (ms), also where the desk has given it up. */
  | { kind: 'stalled'; there: number }
  /** It is carried out, and something answers that is no service. */
  | { kind: 'garbage'; there: number }
  /** It is carried out, and answered in a strange way, see `oddAnswer`: members that nobody knows, and an entry missing. */
  | { kind: 'odd'; there: number }
  /** It is not carried out, and the answer has this status. */
  | { kind: 'status'; status: number; there: number; name?: ErrorCode }
  /** It is carried out, and the answer says that the service failed. */
  | { kind: 'failed-after'; there: number }
  /** It is carried out, and the answer comes twice. */
  | { kind: 'twice'; there: number };

/** What happens to the live channels that are open. */
export type LiveFault =
  | { kind: 'cut' }
  /** Nothing more comes, as when a cable is pulled; the line stays open until the desk drops it. */
  | { kind: 'silent' }
  /** The next change is left out. */
  | { kind: 'skip' }
  /** A frame that came already comes once more. */
  | { kind: 'again'; back: number }
  /** From now on each frame is this long (ms) on its way. */
  | { kind: 'slow'; delay: number }
  | { kind: 'garbage' };

/** A request for an update as it was sent. `at`: the clock that never jumps, ms. */
export interface SentUpdate {
  at: number;
  items: UpdateItem[];
}

/** A service with everything that can go wrong between it and a desk, over sockets or without. */
export interface FaultyWire {
  readonly show: ServedShow;
  /** Faults of the next requests, each taken once; after them everything goes well. */
  readonly updateFaults: RequestFault[];
  readonly readFaults: RequestFault[];
  /** Every update that a desk sent, in the order of sending, whatever became of it. */
  readonly sent: SentUpdate[];
  /** False: it has no live channel. */
  hasLive: boolean;
  /** True: nothing listens. */
  away: boolean;
  readonly connection: ConnectionPort;
  /** Something happens to every live channel that is open. */
  disturb(fault: LiveFault): void;
  close(): Promise<void>;
}

/** What a live channel has to say of how it goes wrong. */
export interface Disturbed {
  silent: boolean;
  skip: boolean;
  delay: number;
}

/** What happens to a request that no fault was meant for. */
export const noFault: RequestFault = { kind: 'none', there: 1, back: 1 };
