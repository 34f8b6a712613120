import { Layout, type layoutCalls } from '../../contract/desk-api/layout.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { Settings } from '../screens/settings.ts';

/** The layout of the screens, which is in the file of the show. */
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

  /** Takes another layout, as the edit of this name. */
  become(layout: Layout, edit: string): void {
    this.#now = layout;
    this.#show.saveAll({ edit, layout });
  }

  /** The calls of screens about it. */
  readonly calls: Calls<{ calls: typeof layoutCalls; events: Record<string, never> }> = {
    readLayout: () => this.#now,
    setLayout: (wanted) => {
      this.#now = wanted;
      // Each write keeps a version of the show, and somebody who moves a border does not want one for each.
      this.#show.saveLater({ edit: 'Arrange the screen', layout: wanted });
      return null;
    },
  };
}
