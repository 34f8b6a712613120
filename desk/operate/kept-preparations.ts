import { z } from 'zod';
import type { OpenApp } from '../app/open-app.ts';
import { KeptPreparation } from '../app/preparation.ts';
import type { Settings } from '../screens/settings.ts';

/**
 * Keeps what operators prepare in a file, so that it outlives the desk. What was kept comes back when its app has a show,
 * and is never sent by itself.
 */
export class KeptPreparations {
  readonly #file: Settings;
  /** By key of the app. */
  readonly #kept: Map<string, KeptPreparation>;
  #closed = false;

  constructor(file: Settings) {
    this.#file = file;
    this.#kept = new Map(Object.entries(file.member('apps', z.record(z.string(), KeptPreparation)) ?? {}));
  }

  /** The desk controls an app from now on. */
  open({ identity, state }: OpenApp): void {
    const kept = this.#kept.get(identity.key);
    if (kept) state.preparation.restore(kept);
  }

  /** What is prepared for an app may have changed. */
  changed({ identity, state }: OpenApp): void {
    const kept = state.preparation.takeChanged();
    if (!kept || this.#closed) return;
    const isEmpty = kept.cued.length === 0 && Object.keys(kept.staged).length === 0;
    if (isEmpty) this.#kept.delete(identity.key);
    else this.#kept.set(identity.key, kept);
    this.#save();
  }

  /** The desk no longer controls an app. */
  forget(key: string): void {
    if (!this.#closed && this.#kept.delete(key)) this.#save();
  }

  /** Resolves when everything is written. Later changes are not kept: the end of the desk takes nothing away. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#file.close();
  }

  #save(): void {
    this.#file.save('apps', Object.fromEntries(this.#kept));
  }
}
