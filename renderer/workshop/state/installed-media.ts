import type { Installed } from '../../../scene/content/content-advice.ts';
import type { WorkshopPorts } from './workshop-ports.ts';

/** The uploaded files and graphics of the account. Until they are read, everything counts as installed. */
export class InstalledMedia implements Installed {
  readonly #service: WorkshopPorts['service'];
  #assets: ReadonlySet<string> | undefined;
  #graphics: ReadonlySet<string> | undefined;

  constructor({ service }: Pick<WorkshopPorts, 'service'>) {
    this.#service = service;
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
    this.#assets = idsOf(await this.#service('listAssets', { params: {} }));
    this.#graphics = idsOf(await this.#service('listGraphics', { params: {} }));
  }
}
