import type { deskApi, DeskView } from '../../contract/desk-api/desk-api.ts';
import type { Calls } from '../../contract/link/link.ts';

/** The show file that the system handed to the desk. A screen opens it, and adds it only when its operator says so. */
export class GivenShow {
  readonly #changed: () => void;
  #path: string | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get view(): DeskView['givenShow'] {
    return this.#path;
  }

  /** A file was opened with the desk. It takes the place of one that no screen has opened yet. */
  give(path: string): void {
    this.#become(path);
  }

  readonly calls: Pick<Calls<typeof deskApi>, 'takeGivenShow'> = {
    takeGivenShow: ({ path }) => {
      if (path === this.#path) this.#become(null);
      return null;
    },
  };

  #become(path: string | null): void {
    this.#path = path;
    this.#changed();
  }
}
