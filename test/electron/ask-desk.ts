import type { Page } from 'playwright';
import { type DeskApi, deskApi, type DeskView } from '../../contract/desk-api/desk-api.ts';
import { type LinkClient, openLink } from '../../contract/link/link.ts';
import { viewWhen } from '../kit/programs/screen-at.ts';

/** What the preload gives a page. */
export interface DeskPipe {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
}

/** What a page has besides what every page has. */
type Screen = { deskPipe: DeskPipe } & Record<string, (text: string) => void>;

/** The calls of this link so far, of all pages. */
let links = 0;

/** A link of a test over the page's own pipe, beside that of the screens. It ends when the page loads anew. */
export async function linkOver(page: Page): Promise<LinkClient<DeskApi>> {
  links += 1;
  const heard = `heardByTest${String(links)}`;
  // Numbers that the screens' own calls never reach, nor those of another link.
  const first = links * 1_000_000;
  const handlers: ((text: string) => void)[] = [];
  await page.exposeFunction(heard, (text: string) => handlers.forEach((handler) => handler(text)));
  await page.evaluate((name) => {
    const screen = window as unknown as Screen;
    screen.deskPipe.onMessage((text) => screen[name]?.(text));
  }, heard);
  const send = (text: string) => page.evaluate((said) => (window as unknown as Screen).deskPipe.send(said), text);
  return openLink(
    {
      send(text) {
        // Without its time, which is by another clock than that of the screens.
        const { id, call, request } = JSON.parse(text) as { id?: number; call?: string; request?: unknown };
        if (id !== undefined) void send(JSON.stringify({ id: first + id, call, request }));
      },
      onMessage: (handler) =>
        void handlers.push((text) => {
          const { id, ...message } = JSON.parse(text) as { id?: number; time?: number };
          const own = id !== undefined && id >= first && id < first + 1_000_000;
          if (own) handler(JSON.stringify({ ...message, id: id - first }));
          else if (id === undefined && message.time === undefined) handler(text);
        }),
      onClose: () => undefined,
    },
    deskApi,
  );
}

/** The desk's view once it is live, asked over the page's own pipe. */
export async function liveView(page: Page): Promise<DeskView> {
  return viewWhen(await linkOver(page), ({ apps }) => apps[0]?.connection.status === 'live');
}
