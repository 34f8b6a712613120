import { WebSocket } from 'ws';
import type { DesksFrame } from '../../../contract/service-api/desk-presence.ts';
import { LiveFrame } from '../../../contract/service-api/live-channel.ts';
import type { OutputPage } from '../../../contract/service-api/output-page.ts';

/** A frame that says something of the show. */
type ShowFrame = Exclude<LiveFrame, { type: 'outputs' | 'desks' }>;

/** One reader of a live channel that keeps what it hears until it is asked for. */
export interface LiveReader {
  socket: WebSocket;
  /** The next frame that is no beat, or with `beats` any next frame. */
  next(beats?: 'beats'): Promise<ShowFrame>;
  /** The pages that draw the show, as they were told of next. */
  nextOutputs(): Promise<OutputPage[]>;
  /** The desks that are there, as they were told of next. */
  nextDesks(): Promise<DesksFrame>;
  /** How the channel was closed. */
  closed: Promise<{ code: number; reason: string }>;
}

/** Open the live channel of an app instance. `query` is everything after the question mark. */
export function readLive(service: { url: string }, token: string, query = ''): LiveReader {
  const address = `${service.url.replace('http', 'ws')}/apiv2/controlapps/${token}/live${query && `?${query}`}`;
  const socket = new WebSocket(address);
  const heard: ShowFrame[] = [];
  const told: OutputPage[][] = [];
  const desks: DesksFrame[] = [];
  let wake = (): void => undefined;
  socket.on('message', (data: Buffer) => {
    const frame = LiveFrame.parse(JSON.parse(data.toString('utf8')));
    if (frame.type === 'outputs') told.push(frame.outputs);
    else if (frame.type === 'desks') desks.push(frame);
    else heard.push(frame);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('error', () => undefined);
  return {
    socket,
    closed,
    next: async (beats) => {
      for (;;) {
        const frame = heard.shift();
        if (frame && (beats || frame.type !== 'beat')) return frame;
        if (!frame) await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    nextDesks: async () => {
      for (;;) {
        const frame = desks.shift();
        if (frame) return frame;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    nextOutputs: async () => {
      for (;;) {
        const outputs = told.shift();
        if (outputs) return outputs;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
