import { parsedJson } from '../../contract/json-text.ts';
import type { LiveFrame, Snapshot } from '../../contract/service-api/live-channel.ts';
import type { ToPages } from '../../contract/service-api/desk-presence.ts';
import { closeCodes, closeTries, deadAfter, retryDelay } from '../../contract/service-api/live-timing.ts';

/**
 * `live`: a frame arrived, at this time of the service's clock (ms since the epoch), with what desks say to
 * pages; `lost`: reconnecting; `refused`: the service does not know the token.
 */
type OutputLinkState = { is: 'live'; now: number; toPages: ToPages } | { is: 'lost' | 'refused'; reason: string };

type AppFrame = Exclude<LiveFrame, { type: 'outputs' | 'desks' }>;

export type UpdateFrame = Exclude<AppFrame, { type: 'beat' }>;

/** In ms. The token may become valid again when a show is restored, so slow retries go on. */
const refusedRetry = 5_000;

/**
 * The page's end of the live channel. It reconnects and resumes from its last revision. Revisions have no gaps: a
 * repeated frame is dropped and a missing one causes a reconnect, so nothing fires twice.
 * @param open opens a channel, resuming after this revision if given
 * @param isThere whether the service answers at all
 * @param onUpdate called with each snapshot, and with each change exactly once and in order
 * @param onState called with every frame, before `onUpdate`, and at every loss
 * @returns a function that sends a text; the text is dropped if the link is not open
 */
export function openOutputLink(
  { open, isThere }: { open: (revision: number | undefined) => WebSocket; isThere: () => Promise<boolean> },
  onUpdate: (frame: UpdateFrame) => void,
  onState: (state: OutputLinkState) => void,
): (text: string) => void {
  let current: WebSocket | undefined;
  let revision: number | undefined;
  const retries = retriesOf(() => connect(), isThere);
  let silence: ReturnType<typeof setTimeout> | undefined;

  const lose = (code: number, reason: string): void => {
    clearTimeout(silence);
    current?.close();
    current = undefined;
    const refused = code === closeCodes.tokenUnknown;
    onState({ is: refused ? 'refused' : 'lost', reason: reason || `closed with code ${code}` });
    retries.again(refused);
  };

  /** A pulled cable closes no socket; only silence shows a dead link. */
  const expectFrame = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => lose(0, `nothing was heard for ${deadAfter} ms`), deadAfter);
  };

  const isNext = (frame: Exclude<AppFrame, Snapshot>): boolean => {
    const known = revision ?? -1;
    const next = frame.type === 'change' ? known + 1 : known;
    // The service is behind this page: it was restored from a backup. Without a revision it sends a full snapshot.
    if (frame.type === 'beat' && frame.revision < known) revision = undefined;
    if (revision === undefined || frame.revision > next) {
      lose(0, `revision ${frame.revision} came where ${next} was expected`);
      return false;
    }
    return frame.type === 'change' && frame.revision === next;
  };

  const receive = (text: string): void => {
    // Frames about pages and desks go only to their subscribers.
    const frame = parsedJson(text) as AppFrame | undefined;
    if (!frame) return lose(0, 'a frame was not JSON');
    expectFrame();
    retries.end();
    onState({ is: 'live', now: frame.now, toPages: frame.type === 'change' ? {} : frame });
    if (frame.type === 'snapshot' || isNext(frame)) {
      revision = frame.revision;
      if (frame.type !== 'beat') onUpdate(frame);
    }
  };

  function connect(): void {
    const socket = open(revision);
    current = socket;
    socket.onmessage = (event) => {
      if (socket === current) receive(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === current) lose(event.code, event.reason);
    };
    expectFrame();
  }

  connect();
  return (text) => {
    if (current?.readyState === WebSocket.OPEN) current.send(text);
  };
}

/** Chromium delays the sockets of a page by up to 5 s after many that failed: a service that is long away gets no socket. */
function retriesOf(connect: () => void, isThere: () => Promise<boolean>) {
  let failures = 0;
  const again = (refused = false): void => {
    // Jitter keeps many pages from reconnecting at the same moment.
    const delay = refused ? refusedRetry : retryDelay(failures, Math.random());
    failures += 1;
    setTimeout(() => void attempt(), delay);
  };
  const attempt = async (): Promise<void> => {
    if (failures <= closeTries || (await isThere())) connect();
    else again();
  };
  return { again, end: (): void => void (failures = 0) };
}
