import { type DeskApi, deskApi, type DeskChange, type DeskView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type LinkClient, openLink, type Pipe } from '../../contract/link/link.ts';
import type { Dial } from './desk-pipe.ts';

/** Who is told how the link to the desk stands. */
export interface LinkEnd {
  /** The desk answered: this is all of it, and `client` is the way to ask. */
  linked(client: LinkClient<DeskApi>, view: DeskView): void;
  changed(change: DeskChange): void;
  /** The desk cannot be asked any more, or not yet. */
  gone(): void;
}

/** Time and chance, handed in. `wait` resolves after so many milliseconds. */
export interface Patience {
  wait(milliseconds: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

const firstWait = 50;
const longestWait = 1_000;

/** Milliseconds before dialling again after so many failures in a row: 50, doubled each time, half of it by chance, 1 s at most. */
export function redialAfter(failures: number, random: number): number {
  const most = Math.min(longestWait, firstWait * 2 ** failures);
  return Math.min(longestWait, most / 2 + (most / 2) * random + firstWait / 2);
}

/** Keeps a link to the desk for ever: dials, watches, and after each loss dials again and watches afresh. */
export async function stayLinked(dial: Dial, end: LinkEnd, { wait, random }: Patience): Promise<never> {
  for (let failures = 0; ; failures++) {
    try {
      const pipe = await dial();
      const closed = new Promise<void>((resolve) => pipe.onClose(resolve));
      await watch(pipe, end, () => wait(longestWait));
      failures = 0;
      await closed;
    } catch {
      // What failed does not matter here: the desk is not there, and `gone` says so.
    }
    end.gone();
    await wait(redialAfter(failures, random()));
  }
}

/** What changed before the answer to `watch` is in that answer already, so it is not told. */
async function watch(pipe: Pipe, end: LinkEnd, pause: () => Promise<void>): Promise<void> {
  const client = openLink(pipe, deskApi);
  let watching = false;
  client.on('changed', (change) => {
    if (watching) end.changed(change);
  });
  while (!watching) {
    try {
      const view = await client.call('watch', {});
      watching = true;
      end.linked(client, view);
    } catch (error) {
      if (error instanceof OverlayError && error.code === 'desk-gone') throw error;
      await pause();
    }
  }
}
