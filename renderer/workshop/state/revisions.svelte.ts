import { everythingInstalled } from '../../../scene/content/content-advice.ts';
import { checkContent } from '../../../scene/content/content-check.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import { nextRevisionId, type Revision } from '../../../contract/model/composition-entry.ts';
import type { DeskClient } from '../../state/desk.svelte.ts';
import type { Bench } from './bench.svelte.ts';
import { store } from './storing.ts';
import type { Task } from './task.svelte.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

export interface LookedAt {
  revision: Revision;
  content: CompositionContent;
  /** Undefined if it can no longer be drawn. */
  composition: Composition | undefined;
}

export class Revisions {
  readonly #desk: DeskClient;
  readonly #task: Task;
  /** Lowest number first. */
  all = $state.raw<readonly Revision[]>([]);
  looking = $state.raw<LookedAt>();

  constructor(desk: DeskClient, task: Task) {
    this.#desk = desk;
    this.#task = task;
  }

  /** Throws an `OverlayError`. */
  async read(composition: number): Promise<void> {
    this.looking = undefined;
    this.all = await this.#desk.service('listRevisions', { params: { composition_id: String(composition) } });
  }

  /** Stores the edits, then keeps them as a revision. */
  keep(bench: Bench, description: string): Promise<boolean> {
    return this.#task.run(words.doing.savingRevision, words.did.savedRevision, async () => {
      await store(this.#desk, bench);
      await this.keepStored(bench, description);
    });
  }

  /** Keeps the service's stored content as a revision. Throws an `OverlayError`. */
  async keepStored({ entry: { id } }: Bench, description: string): Promise<void> {
    const params = { composition_id: String(id) };
    const known = await this.#desk.service('listRevisions', { params });
    const body = { scene_id: id, revision_id: nextRevisionId(known), description };
    await this.#desk.service('writeRevision', { params, body });
    this.all = await this.#desk.service('listRevisions', { params });
  }

  /** Shows a revision in the preview; undefined returns to the present. */
  async look(revision: Revision | undefined): Promise<void> {
    this.looking = undefined;
    if (!revision) return;
    await this.#task.run(words.doing.readingRevision(revision.revision_id), '', async () => {
      const params = { composition_id: String(revision.scene_id), revision_id: String(revision.revision_id) };
      const content = await this.#desk.service('readRevisionContent', { params });
      const { composition } = checkContent(content, everythingInstalled);
      this.looking = { revision, content, composition: composition ?? undefined };
    });
  }

  /** Restores the shown revision. The present content, with its edits, is first kept as a revision. */
  async restore(bench: Bench): Promise<void> {
    const looking = this.looking;
    if (!looking) return;
    const number = looking.revision.revision_id;
    await this.#task.run(words.doing.restoringRevision(number), words.did.restoredRevision(number), async () => {
      await store(this.#desk, bench);
      await this.keepStored(bench, words.beforeRestore(number));
      bench.edit(() => looking.content);
      await store(this.#desk, bench);
      this.looking = undefined;
    });
  }

  async delete({ scene_id, revision_id }: Revision): Promise<void> {
    await this.#task.run(words.doing.deleting, words.did.deletedRevision(revision_id), async () => {
      const params = { composition_id: String(scene_id), revision_id: String(revision_id) };
      await this.#desk.service('deleteRevision', { params });
      await this.read(scene_id);
    });
  }
}
