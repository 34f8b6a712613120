import {
  type DeskApi,
  deskApi,
  type DeskChange,
  type KeyRefusal,
  type WatchedDesk,
} from '../../contract/desk-api/desk-api.ts';
import { isMistake, OverlayError } from '../../contract/errors.ts';
import { type LinkClient, openLink, type Pipe } from '../../contract/link/link.ts';
import type { Dial } from './desk-pipe.ts';

export interface LinkEnd {
  /** The desk answered with its whole view. `client` calls it from now on. */
  linked(client: LinkClient<DeskApi>, view: WatchedDesk): void;
  changed(change: DeskChange): void;
  keyRefused(refusal: KeyRefusal): void;
  /** `refused`: why the desk does not let this browser in, if it answers. */
  gone(refused?: string): void;
}

const firstWait = 50;
const longestWait = 1_000;

/** The wait (ms) before dialling again: 50, doubled with each failure in a row, half of it random, 1 s at most. */
export function redialAfter(failures: number, random: number): number {
  const most = Math.min(longestWait, firstWait * 2 ** failures);
  return Math.min(longestWait, most / 2 + (most / 2) * random + firstWait / 2);
}

type Wait = (milliseconds: number) => Promise<void>;

/** Keeps a link to the desk: dials, watches, and dials again after each loss. Never resolves. */
export async function stayLinked(dial: Dial, end: LinkEnd, wait: Wait): Promise<never> {
  let screen: string | undefined;
  for (let failures = 0; ; failures++) {
    let refused: string | undefined;
    try {
      const pipe = await dial(screen);
      const closed = new Promise<void>((resolve) => pipe.onClose(resolve));
      screen = await watch(pipe, end, () => wait(longestWait));
      failures = 0;
      await closed;
    } catch (thrown) {
      // A missing desk is no fault: `gone` shows it.
      if (isMistake(thrown)) reportError(thrown);
      if (thrown instanceof OverlayError && thrown.code === 'unauthorized') refused = thrown.message;
    }
    end.gone(refused);
    await wait(redialAfter(failures, Math.random()));
  }
}

/**
 * Watches the desk, and returns the name of this screen. The answer to `watch` includes every earlier change, so earlier
 * events are dropped.
 */
async function watch(pipe: Pipe, end: LinkEnd, pause: () => Promise<void>): Promise<string> {
  const client = openLink(pipe, deskApi);
  let watching = false;
  client.on('changed', (change) => {
    if (watching) end.changed(change);
  });
  client.on('keyRefused', (refusal) => end.keyRefused(refusal));
  for (;;) {
    try {
      const view = await client.call('watch', {});
      watching = true;
      end.linked(client, view);
      return view.screen;
    } catch (error) {
      if (!(error instanceof OverlayError) || error.code === 'desk-gone') throw error;
      await pause();
    }
  }
}
