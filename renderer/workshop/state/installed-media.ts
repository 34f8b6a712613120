import type { Installed } from '../../../scene/content/content-advice.ts';
import type { DeskClient } from '../../state/desk.svelte.ts';

/** The uploaded files and the graphics of the account. Until they are read, everything is taken to be there. */
export class InstalledMedia implements Installed {
  readonly #desk: DeskClient;
  #assets: ReadonlySet<string> | undefined;
  #graphics: ReadonlySet<string> | undefined;

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  asset(id: string): boolean {
    return this.#assets?.has(id) ?? true;
  }

  graphic(id: string): boolean {
    return this.#graphics?.has(id) ?? true;
  }

  /** Throws an `OverlayError`. */
  async read(): Promise<void> {
    const idsOf = (all: readonly { id: string }[]): ReadonlySet<string> => new Set(all.map(({ id }) => id));
    this.#assets = idsOf(await this.#desk.service('listAssets', { params: {} }));
    this.#graphics = idsOf(await this.#desk.service('listGraphics', { params: {} }));
  }
}
