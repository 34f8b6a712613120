import type { Composition } from '../../../scene/schema/composition.ts';
import type { ControlItem, ModelItem, UpdateItem } from '../../../contract/model/control.ts';
import type { LiveFrame, Loads } from '../../../contract/service-api/live-channel.ts';
import { LiveCompositions } from '../../../service/domain/show.ts';
import { strict } from './strict.ts';

/** Who asked for what a service carried out after the desk had given it up. */
export const gaveUp = 'a desk that gave it up';

/**
 * One request that was carried out: what it asked, and the revision that it made. `by`: which desk, empty for nobody of the test,
 * or {@link gaveUp}.
 */
export interface AppliedRequest {
  revision: number;
  by: string;
  items: UpdateItem[];
}

/** An app instance as a service serves it, with the service's own rules, but with no wire: every fault is outside of it. */
export class ServedShow {
  readonly name: string;
  readonly applied: AppliedRequest[] = [];
  #show: LiveCompositions;
  /** The last revision that loaded compositions. */
  #loaded: { revision: number; loads: Loads } | undefined;
  readonly #frames: LiveFrame[] = [];
  readonly #listeners = new Set<(frame: LiveFrame) => void>();
  readonly #clock: () => number;
  readonly #url: string;
  revision = 0;
  /** The names of its outputs; undefined for a service that lists none. */
  outputs: string[] | undefined;

  /** `clock`: milliseconds since the epoch. */
  constructor(name: string, composition: Composition, { clock, url }: { clock: () => number; url: string }) {
    this.name = name;
    this.#show = new LiveCompositions(composition);
    this.#clock = clock;
    this.#url = url;
  }

  now(): number {
    return this.#clock();
  }

  /** Carry out a request, all of it or nothing; throws the refusal of the service's domain. */
  apply(items: UpdateItem[], by = ''): number {
    const changes = [...this.#show.check(items, this.#clock(), strict).changes];
    this.#show.apply(changes);
    this.revision += 1;
    this.applied.push({ revision: this.revision, by, items });
    const frame: LiveFrame = { type: 'change', revision: this.revision, now: this.#clock(), changes };
    this.#tell(frame);
    return this.revision;
  }

  /** Other compositions come in place of those before. */
  load(...compositions: Composition[]): void {
    this.#show = new LiveCompositions(...compositions);
    this.#reload('anew');
  }

  /** The same compositions come anew, drawn otherwise, and keep their state; `anew`: those of another output do not. */
  loadKeepingState(loads: Loads = 'kept'): void {
    this.#reload(loads);
  }

  #reload(loads: Loads): void {
    this.revision += 1;
    this.#loaded = { revision: this.revision, loads };
    this.#tell(this.snapshot());
  }

  control(): ControlItem[] {
    return this.#show.control();
  }

  model(): ModelItem[] {
    return this.#show.model();
  }

  /** What a reader of the live channel is told first: what it missed, or the whole truth. */
  opening(revision: number | undefined): LiveFrame[] {
    if (revision === this.revision) return [this.beat()];
    const follows = revision !== undefined && revision >= 0 && revision < this.revision;
    return follows ? this.#frames.slice(revision) : [this.snapshot()];
  }

  snapshot(): LiveFrame {
    const onairUrl = `${this.#url}/onair/o`;
    const outputs = this.outputs?.map((name, at) => ({
      id: `${at + 1}`,
      name,
      onairUrl: `${onairUrl}${at}`,
      root: null,
    }));
    const app = { id: 1, name: this.name, onairUrl, mediaUrl: this.#url, ...(outputs && { outputs }) };
    const [model, control] = [this.model(), this.control()];
    const { revision } = this;
    const loads = revision === this.#loaded?.revision && { loads: this.#loaded.loads };
    return { type: 'snapshot', revision, now: this.#clock(), ...loads, app, model, control };
  }

  beat(): LiveFrame {
    return { type: 'beat', revision: this.revision, now: this.#clock() };
  }

  /** The frame that was told of a revision. */
  frame(revision: number): LiveFrame | undefined {
    return this.#frames[revision - 1];
  }

  /** Hear every change from now on; gives the way to end that. */
  listen(heard: (frame: LiveFrame) => void): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  #tell(frame: LiveFrame): void {
    this.#frames.push(frame);
    for (const listener of this.#listeners) listener(frame);
  }
}
