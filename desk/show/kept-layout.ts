import { Layout, type layoutCalls } from '../../contract/desk-api/layout.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { Settings } from '../screens/settings.ts';

export class KeptLayout {
  readonly #show: Settings;
  #now: Layout;

  constructor(show: Settings) {
    this.#show = show;
    this.#now = show.member('layout', Layout) ?? Layout.parse({});
  }

  get now(): Layout {
    return this.#now;
  }

  become(layout: Layout, edit: string): void {
    this.#now = layout;
    this.#show.saveAll({ edit, layout });
  }

  readonly calls: Calls<{ calls: typeof layoutCalls; events: Record<string, never> }> = {
    readLayout: () => this.#now,
    setLayout: (wanted) => {
      this.#now = wanted;
      // Delayed, because each write keeps a version of the show, and a drag makes many changes.
      this.#show.saveLater({ edit: 'Arrange the screen', layout: wanted });
    },
  };
}
