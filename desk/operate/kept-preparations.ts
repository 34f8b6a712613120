import { z } from 'zod';
import type { OpenApp } from '../app/open-app.ts';
import { KeptPreparation } from '../app/preparation.ts';
import type { Ground } from '../ground.ts';
import type { Settings } from '../screens/settings.ts';

/** Preparation saved across restarts. Restored when its app has a show; never sent automatically. */
export class KeptPreparations {
  readonly #file: Settings;
  readonly #kept: Map<string, KeptPreparation>;
  #closed = false;

  constructor({ prepared, facts }: Ground) {
    this.#file = prepared;
    this.#kept = new Map(Object.entries(prepared.member('apps', z.record(z.string(), KeptPreparation)) ?? {}));
    facts.opened.on((app) => this.#open(app));
    facts.shown.on((app) => this.#changed(app));
    facts.closed.on((key) => this.#forget(key));
  }

  #open({ identity, state }: OpenApp): void {
    const kept = this.#kept.get(identity.key);
    if (kept) state.preparation.restore(kept);
  }

  #changed({ identity, state }: OpenApp): void {
    const kept = state.preparation.takeChanged();
    if (!kept || this.#closed) return;
    const isEmpty = kept.cued.length === 0 && Object.keys(kept.staged).length === 0;
    if (isEmpty) this.#kept.delete(identity.key);
    else this.#kept.set(identity.key, kept);
    this.#save();
  }

  #forget(key: string): void {
    if (!this.#closed && this.#kept.delete(key)) this.#save();
  }

  /** Resolves when everything is written. Ignores later changes, so that closing the desk removes nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#file.close();
  }

  #save(): void {
    this.#file.save('apps', Object.fromEntries(this.#kept));
  }
}
