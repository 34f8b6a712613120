import type { Installed } from '../../../scene/content/content-advice.ts';
import type { WorkshopPorts } from './workshop-ports.ts';

/** The uploaded files and the graphics of the account. Until they are read, everything is taken to be there. */
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

  /** Reads them from the service. Throws an `OverlayError`. */
  async read(): Promise<void> {
    const idsOf = (all: readonly { id: string }[]): ReadonlySet<string> => new Set(all.map(({ id }) => id));
    this.#assets = idsOf(await this.#service('listAssets', { params: {} }));
    this.#graphics = idsOf(await this.#service('listGraphics', { params: {} }));
  }
}
