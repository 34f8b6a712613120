import type { LiveFrame, Snapshot } from '../../contract/service-api/live-channel.ts';
import { closeCodes, deadAfter, retryDelay } from '../../contract/service-api/live-timing.ts';

/**
 * `live`: a frame arrived, at this time of the service's clock (ms since the epoch); `lost`: reconnecting; `refused`:
 * the service does not know the token.
 */
type OutputLinkState = { is: 'live'; now: number } | { is: 'lost' | 'refused'; reason: string };

type AppFrame = Exclude<LiveFrame, { type: 'outputs' | 'desks' }>;

export type UpdateFrame = Exclude<AppFrame, { type: 'beat' }>;

/** In ms. The token may become valid again when a show is restored, so slow retries go on. */
const refusedRetry = 5_000;

/**
 * The page's end of the live channel. It reconnects and resumes from its last revision. Revisions have no gaps: a
 * repeated frame is dropped and a missing one causes a reconnect, so nothing fires twice.
 */
export class OutputLink {
  readonly #open: (revision: number | undefined) => WebSocket;
  readonly #onUpdate: (frame: UpdateFrame) => void;
  readonly #onState: (state: OutputLinkState) => void;
  #socket: WebSocket | undefined;
  #revision: number | undefined;
  #failures = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param open opens a channel, resuming after this revision if given
   * @param onUpdate called with each snapshot, and with each change exactly once and in order
   * @param onState called with every frame, before `onUpdate`, and at every loss
   */
  constructor(
    open: (revision: number | undefined) => WebSocket,
    onUpdate: (frame: UpdateFrame) => void,
    onState: (state: OutputLinkState) => void,
  ) {
    this.#open = open;
    this.#onUpdate = onUpdate;
    this.#onState = onState;
    this.#connect();
  }

  #connect(): void {
    const socket = this.#open(this.#revision);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(event.code, event.reason);
    };
    this.#expectFrame();
  }

  /** Dropped if the link is not open. */
  send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** A pulled cable closes no socket; only silence shows a dead link. */
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
    this.#onState({ is: refused ? 'refused' : 'lost', reason: reason || `closed with code ${code}` });
    // Jitter keeps many pages from reconnecting at the same moment.
    const delay = refused ? refusedRetry : retryDelay(this.#failures, Math.random());
    this.#failures += 1;
    setTimeout(() => this.#connect(), delay);
  }

  #receive(text: string): void {
    let frame: AppFrame;
    try {
      // Frames about pages and desks go only to their subscribers.
      frame = JSON.parse(text) as AppFrame;
    } catch {
      // The reported reason explains the loss.
      return this.#lose(0, 'a frame was not JSON');
    }
    this.#expectFrame();
    this.#failures = 0;
    this.#onState({ is: 'live', now: frame.now });
    if (frame.type === 'snapshot' || this.#isNext(frame)) {
      this.#revision = frame.revision;
      if (frame.type !== 'beat') this.#onUpdate(frame);
    }
  }

  #isNext(frame: Exclude<AppFrame, Snapshot>): boolean {
    const current = this.#revision ?? -1;
    const next = frame.type === 'change' ? current + 1 : current;
    // A service behind this page's revision was restored from a backup. Reconnecting without a revision brings a full
    // snapshot.
    if (frame.type === 'beat' && frame.revision < current) this.#revision = undefined;
    if (this.#revision === undefined || frame.revision > next) {
      this.#lose(0, `revision ${frame.revision} came where ${next} was expected`);
      return false;
    }
    return frame.type === 'change' && frame.revision === next;
  }
}
