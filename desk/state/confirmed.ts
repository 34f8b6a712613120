import type { StoredState } from '../../contract/model/animation-state.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Field, Payload } from '../../contract/model/field.ts';
import type { Change, Snapshot } from '../../contract/service-api/live-channel.ts';

/** One sub-composition as the service last confirmed it. */
export interface Held {
  item: ModelItem;
  fields: ReadonlyMap<string, Field>;
  state: StoredState;
  payload: Payload;
}

/** What the service has confirmed, and nothing else: no wish ever gets in here. */
export class Confirmed {
  app: Snapshot['app'] | null = null;
  model: ModelItem[] = [];
  /** -1 until the first snapshot. */
  revision = -1;
  readonly #held = new Map<string, Held>();

  /** Every sub-composition, parents before children. */
  get ids(): Iterable<string> {
    return this.#held.keys();
  }

  get(id: string): Held | undefined {
    return this.#held.get(id);
  }

  /** Take a snapshot for the whole truth, whatever was known before. */
  adopt(snapshot: Snapshot): void {
    this.app = snapshot.app;
    this.model = snapshot.model;
    this.revision = snapshot.revision;
    this.#held.clear();
    const control = new Map(snapshot.control.map((item) => [item.subCompositionId, item]));
    for (const item of preOrder(snapshot.model)) {
      const { state = 'Out1', payload = {} } = control.get(item.id) ?? {};
      this.#held.set(item.id, { item, fields: new Map(item.model.map((f) => [f.id, f])), state, payload });
    }
  }

  /**
   * Apply the changes that made `revision`; gives the sub-compositions they touched. Late or repeated ones change
   * nothing. Undefined where a revision is missing in between: then only a new snapshot tells the truth.
   */
  apply(revision: number, changes: readonly Change[]): string[] | undefined {
    if (revision <= this.revision) return [];
    if (revision !== this.revision + 1) return undefined;
    this.revision = revision;
    for (const { id, payload, state } of changes) {
      const held = this.#held.get(id);
      if (!held) continue;
      if (payload) held.payload = { ...held.payload, ...payload };
      if (state) held.state = state;
    }
    return changes.map((change) => change.id);
  }
}
