import type { About, DataCopy, HandOver, UpdateOffer, UpdateSource } from '../../contract/desk-api/update.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { knownError } from '../state/known-error.ts';
import { texts } from '../texts/texts.ts';

const words = texts.about;

export class UpdateSearch {
  readonly #desk: Pick<DeskClient, 'call'>;
  about = $state.raw<About>();
  copies = $state.raw<DataCopy[]>([]);
  folder = $state('');
  stepBack = $state(false);
  restore = $state(false);
  #from = $state.raw<{ source: UpdateSource; stepBack: boolean }>();
  offer = $state.raw<UpdateOffer>();
  handedOver = $state.raw<HandOver>();
  kept = $state('');
  problem = $state('');
  busy = $state('');

  constructor(desk: Pick<DeskClient, 'call'>) {
    this.#desk = desk;
  }

  /** Why there is no way back from the found version; empty if there is one. */
  get noWayBack(): string {
    return this.#from?.stepBack || this.offer?.runs ? '' : (this.about?.notKept ?? '');
  }

  start(): Promise<void> {
    return this.#doing(texts.common.reading, async () => {
      this.about = await this.#desk.call('about', {});
      this.copies = await this.#desk.call('dataCopies', {});
    });
  }

  choose(): Promise<void> {
    return this.#doing(words.waitingForFolder, async () => {
      const { folder } = await this.#desk.call('chooseUpdateFolder', {});
      if (folder === null) return;
      this.folder = folder;
      await this.#find({ folder }, this.stepBack);
    });
  }

  look(): Promise<void> {
    return this.#doing(words.checkingRelease, () => this.#find({ folder: this.folder }, this.stepBack));
  }

  lookBack(kept: string): Promise<void> {
    return this.#doing(words.checkingInstaller, () => this.#find({ kept }, true));
  }

  lookAgain(): Promise<void> {
    const from = this.#from;
    return this.#doing(words.checkingRelease, async () => {
      if (from) await this.#find(from.source, from.stepBack);
    });
  }

  install(): Promise<void> {
    const [offer, from] = [this.offer, this.#from];
    return this.#doing(words.saving, async () => {
      if (!offer || !from) return;
      this.handedOver = await this.#desk.call('installUpdate', {
        from: from.source,
        stepBack: from.stepBack,
        sha256: offer.installer.sha256,
        restore: this.restore ? (offer.copy?.id ?? null) : null,
      });
    });
  }

  /** Keeps the installer of the running version, which was checked before. */
  keep(): Promise<void> {
    const [offer, from] = [this.offer, this.#from];
    return this.#doing(words.copying, async () => {
      if (!offer || !from) return;
      this.about = await this.#desk.call('keepInstaller', { from: from.source, sha256: offer.installer.sha256 });
      this.kept = offer.version;
    });
  }

  async bringBack(id: string): Promise<boolean> {
    await this.#doing(words.planning, async () => void (await this.#desk.call('restoreData', { id })));
    return this.problem === '';
  }

  async #find(source: UpdateSource, stepBack: boolean): Promise<void> {
    [this.offer, this.handedOver, this.kept] = [undefined, undefined, ''];
    this.#from = { source, stepBack };
    this.offer = await this.#desk.call('findUpdate', { from: source, stepBack });
    this.restore = this.offer.copy?.outgrown ?? false;
  }

  async #doing(what: string, run: () => Promise<void>): Promise<void> {
    if (this.busy !== '') return;
    [this.busy, this.problem] = [what, ''];
    try {
      await run();
    } catch (thrown) {
      this.problem = knownError(thrown).message;
    }
    this.busy = '';
  }
}
