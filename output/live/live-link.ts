import type { LiveFrame, Snapshot } from '../../contract/service-api/live-channel.ts';
import { closeCodes, deadAfter } from '../../contract/service-api/live-timing.ts';

/** `live`: frames come; `lost`: trying to come back; `refused`: the service does not know the token. */
export type LinkState = 'live' | 'lost' | 'refused';

/** A frame that says something of the show. */
type AppFrame = Exclude<LiveFrame, { type: 'outputs' | 'desks' }>;

/** A frame that says something new of the show. */
export type UpdateFrame = Exclude<AppFrame, { type: 'beat' }>;

export interface LiveLinkPorts {
  /** Opens a channel, from this revision on where one is current. */
  open: (revision: number | undefined) => WebSocket;
  /** Every frame's service clock, milliseconds since the epoch. */
  onClock: (now: number) => void;
  /** Each snapshot, and each change once and in order. */
  onUpdate: (frame: UpdateFrame) => void;
  onState: (state: LinkState, reason: string) => void;
  /** 0 to 1, so that many pages do not come back in step. */
  random: () => number;
}

const firstRetry = 50;
const slowestRetry = 1_000;
/** A token may be given back (a restored show), but nobody is served by asking for it at full speed. */
const refusedRetry = 5_000;

/** Milliseconds until the attempt after `failures` failed ones: 50 with jitter, doubled each time, at most 1000. */
export function retryDelay(failures: number, random: number): number {
  return Math.min(slowestRetry, firstRetry * 2 ** Math.min(failures, 10) * (1 + random));
}

/**
 * The page's end of the live channel. It comes back by itself and resumes from the revision that it holds. Revisions are
 * without gaps, so a frame that was already seen is dropped and a missing one makes it resume: nothing fires twice.
 */
export class LiveLink {
  readonly #ports: LiveLinkPorts;
  #socket: WebSocket | undefined;
  #revision: number | undefined;
  #failures = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: LiveLinkPorts) {
    this.#ports = ports;
    this.#connect();
  }

  #connect(): void {
    const socket = this.#ports.open(this.#revision);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(event.code, event.reason);
    };
    this.#expectFrame();
  }

  /** Says something to the service, where the link is open; it is lost where it is not. */
  send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** A cable that was pulled closes nothing: silence is what tells. */
  #expectFrame(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(0, `nothing was heard for ${deadAfter} ms`), deadAfter);
  }

  #lose(code: number, reason: string): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    const refused = code === closeCodes.tokenUnknown;
    this.#ports.onState(refused ? 'refused' : 'lost', reason || `closed with code ${code}`);
    const delay = refused ? refusedRetry : retryDelay(this.#failures, this.#ports.random());
    this.#failures += 1;
    setTimeout(() => this.#connect(), delay);
  }

  #receive(text: string): void {
    let frame: AppFrame;
    try {
      // What it tells of pages and desks is told only to who asks for it.
      frame = JSON.parse(text) as AppFrame;
    } catch {
      return this.#lose(0, 'a frame was not JSON');
    }
    this.#expectFrame();
    this.#failures = 0;
    this.#ports.onState('live', '');
    this.#ports.onClock(frame.now);
    if (frame.type === 'snapshot' || this.#isNext(frame)) {
      this.#revision = frame.revision;
      if (frame.type !== 'beat') this.#ports.onUpdate(frame);
    }
  }

  #isNext(frame: Exclude<AppFrame, Snapshot>): boolean {
    const current = this.#revision ?? -1;
    const next = frame.type === 'change' ? current + 1 : current;
    // A service that is behind what this page holds was restored from elsewhere: its whole truth is asked for.
    if (frame.type === 'beat' && frame.revision < current) this.#revision = undefined;
    if (this.#revision === undefined || frame.revision > next) {
      this.#lose(0, `revision ${frame.revision} came where ${next} was expected`);
      return false;
    }
    return frame.type === 'change' && frame.revision === next;
  }
}
