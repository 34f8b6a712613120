import { SvelteMap } from 'svelte/reactivity';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { DeskView, GuardedKey, Notice } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { ModelItem } from '../../contract/model/control.ts';

/** The members of the view that a screen holds as they were told, whole. */
export type Told = Omit<DeskView, 'apps' | 'subs'>;

const nothing: Told = {
  model: [],
  keys: [],
  guarded: [],
  guardTime: 0,
  undoable: { values: null, take: null },
  looks: [],
  notices: [],
  asRun: [],
  operator: '',
  deskName: '',
  connections: [],
  secrets: { state: 'open', backend: null, said: '' },
};

/** What the desk told of everything but its apps and its sub-compositions. Who shows one member is not drawn anew for another. */
export class ToldView {
  readonly #told = new SvelteMap<keyof Told, unknown>(Object.entries(nothing) as [keyof Told, unknown][]);

  get model(): ModelItem[] {
    return this.#member('model');
  }
  /** What the keys do. */
  get keys(): KeyBinding[] {
    return this.#member('keys');
  }
  /** The keys that are being held, or are armed. */
  get guarded(): GuardedKey[] {
    return this.#member('guarded');
  }
  /** What an undo would do, in words. */
  get undoable(): DeskView['undoable'] {
    return this.#member('undoable');
  }
  get looks(): DeskView['looks'] {
    return this.#member('looks');
  }
  get notices(): Notice[] {
    return this.#member('notices');
  }
  /** The last operations, newest first. */
  get asRun(): AsRunLine[] {
    return this.#member('asRun');
  }
  /** Who is signed on; empty for nobody. */
  get operator(): string {
    return this.#member('operator');
  }
  /** What this desk is called to others. */
  get deskName(): string {
    return this.#member('deskName');
  }
  /** Milliseconds in which the same take is not taken twice. */
  get guardTime(): number {
    return this.#member('guardTime');
  }
  get connections(): DeskView['connections'] {
    return this.#member('connections');
  }
  get secrets(): DeskView['secrets'] {
    return this.#member('secrets');
  }

  /** The desk told these members anew. */
  protected tell(members: { [Name in keyof Told]?: Told[Name] | undefined }): void {
    for (const [name, value] of Object.entries(members)) {
      if (value !== undefined) this.#told.set(name as keyof Told, value);
    }
  }

  #member<Name extends keyof Told>(name: Name): Told[Name] {
    return this.#told.get(name) as Told[Name];
  }
}
