import type { Page } from 'playwright-core';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';

/** What the preload gives a page. */
export interface DeskPipe {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
}

/** The desk's view once it is live, asked over the page's own pipe. */
export function liveView(page: Page): Promise<DeskView> {
  return page.evaluate(
    () =>
      new Promise<DeskView>((resolve) => {
        const { deskPipe } = window as unknown as { deskPipe: DeskPipe };
        // The whole view; a change that comes before it is for the screen, and is part of it.
        let view: DeskView | undefined;
        const hear = (told: DeskView): void => {
          view = told;
          if (told.apps[0]?.connection.status === 'live') resolve(told);
        };
        // A number that the screens' own calls never reach.
        const id = 900_001;
        deskPipe.onMessage((text) => {
          const message = JSON.parse(text) as {
            id?: number;
            answer?: DeskView;
            event?: string;
            told?: Partial<DeskView>;
          };
          if (message.id === id && message.answer) hear(message.answer);
          if (view && message.event === 'changed') hear({ ...view, ...message.told });
        });
        deskPipe.send(JSON.stringify({ id, call: 'watch', request: {} }));
      }),
  );
}
