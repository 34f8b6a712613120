import type { deskApi, DeskView } from '../../contract/desk-api/desk-api.ts';
import type { Calls } from '../../contract/link/link.ts';

/** A show file handed over by the system. A screen opens the file; only the operator adds it. */
export class GivenShow {
  readonly #changed: () => void;
  #path: string | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get view(): DeskView['givenShow'] {
    return this.#path;
  }

  give(path: string): void {
    this.#become(path);
  }

  readonly calls: Pick<Calls<typeof deskApi>, 'takeGivenShow'> = {
    takeGivenShow: ({ path }) => {
      if (path === this.#path) this.#become(null);
    },
  };

  #become(path: string | null): void {
    this.#path = path;
    this.#changed();
  }
}
