import type { AppTarget } from '../app/open-app.ts';
import { texts } from '../../contract/texts/texts.ts';
import { isDeepStrictEqual } from 'node:util';
import type { BackupView, InUse } from '../../contract/desk-api/backup.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { shortened } from '../../contract/shortened.ts';
import type { Clock } from '../../contract/clock.ts';
import { findDrift, driftInWords, modelDrift } from './drift.ts';
import type { AppPair } from './paired-apps.ts';

const mostWords = 20;

export interface BackupFacts {
  pair: AppPair;
  believed: boolean;
  unmirrored: boolean;
  suspects: Iterable<string>;
  refusals: ReadonlyMap<string, string>;
  content: readonly string[];
  rest: Pick<
    BackupView,
    | 'key'
    | 'name'
    | 'inUse'
    | 'waits'
    | 'reason'
    | 'unproved'
    | 'addresses'
    | 'after'
    | 'failsOverAt'
    | 'content'
    | 'operator'
  >;
  moving: boolean;
}

export class BackupState {
  readonly #clock: Pick<Clock, 'now'>;
  #view: BackupView | undefined;
  #models: { from: readonly ModelItem[]; to: readonly ModelItem[]; drift: string[] } | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `differing` lists suspects that differ; `view` is undefined if nothing changed. */
  update(facts: BackupFacts): { view: BackupView | undefined; differing: string[] } {
    const found = findDrift(facts.pair.from, facts.pair.to, facts.suspects);
    const words = [
      ...facts.content,
      ...this.#modelDrift(facts.pair),
      ...driftInWords(found, facts.pair),
      ...[...facts.refusals].map(([id, why]) =>
        texts.backup.refused((facts.pair.from.get(id) ?? facts.pair.to.get(id))?.name ?? id, why),
      ),
    ];
    const drift = facts.believed ? [...shortened(words, mostWords, texts.backup.more)] : [];
    const state = facts.moving
      ? 'moving'
      : !facts.believed
        ? 'away'
        : facts.unmirrored
          ? 'polled'
          : facts.pair.from.model.length === 0
            ? 'unknown'
            : drift.length > 0
              ? 'drift'
              : 'same';
    const reason = facts.believed ? '' : facts.rest.reason;
    const { since = this.#clock.now(), ...before } = this.#view ?? {};
    const now = { ...facts.rest, state, reason, drift } as const;
    const differing = found.map(({ id }) => id);
    if (isDeepStrictEqual(before, now)) return { view: undefined, differing };
    const moved = this.#view?.state !== state || this.#view.inUse !== now.inUse;
    this.#view = { ...now, since: moved ? this.#clock.now() : since };
    return { view: this.#view, differing };
  }

  #modelDrift({ from, to }: BackupFacts['pair']): string[] {
    if (this.#models?.from !== from.model || this.#models.to !== to.model) {
      this.#models = { from: from.model, to: to.model, drift: modelDrift(from, to) };
    }
    return this.#models.drift;
  }
}

/** Where the desk cannot read the compositions of both sides; empty where it can. */
export function notCompared({ main, backup }: Readonly<Record<InUse, AppTarget | undefined>>): string {
  return !main || !backup || (main.account && backup.account) ? '' : texts.backup.notCompared;
}
