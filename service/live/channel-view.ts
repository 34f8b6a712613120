import type { Change, Snapshot } from '../../contract/service-api/live-channel.ts';
import type { AppInstance } from '../app-instances.ts';
import type { Applied } from '../commit-queue.ts';
import type { HeldComposition } from '../domain/held-composition.ts';
import { loadedIn, outputId } from '../domain/outputs.ts';
import { noComposition } from '../domain/show.ts';
import { ChangeLog } from './change-log.ts';

/** The addresses in snapshots. */
export interface ViewAddresses {
  /** The on-air page of the output with a token; without a token, an address at which there is none. */
  onairUrl: (outputToken: string | undefined) => string;
  mediaUrl: string;
}

/** A frame as its beginning, which is the reader's own, and its rest, which is the same text for many readers. */
export type TextInTwo = readonly [own: string, shared: string];

/**
 * What some readers of a live channel see of its show: all of it, or what one output shows. Both have a frame for every
 * revision, so a view may have changes of nothing.
 */
export class ChannelView {
  readonly #app: AppInstance;
  /** The place of the output; undefined for the whole show. */
  readonly #place: number | undefined;
  readonly #addresses: ViewAddresses;
  #log: ChangeLog;
  readonly #snapshots = new Map<boolean, { revision: number; rest: string }>();

  /** `revision` is the one that readers know. The show may be ahead of it by a write under way. */
  constructor(app: AppInstance, place: number | undefined, at: { revision: number; addresses: ViewAddresses }) {
    this.#app = app;
    this.#place = place;
    this.#addresses = at.addresses;
    this.#log = new ChangeLog(at.revision);
  }

  /** The frames after a revision; undefined if some are no longer kept. */
  since(revision: number): readonly string[] | undefined {
    return this.#log.since(revision);
  }

  /** Keeps the frame of a change for readers that reconnect, and gives it. `whole` is the frame of the whole show. */
  add(applied: Applied, whole: string): string {
    const { changes } = applied;
    const seen = this.#seesAll ? changes : changes.filter(({ id }) => this.#sees(id));
    const frame = seen.length === changes.length ? whole : changeFrame(applied, seen);
    this.#log.add(frame);
    return frame;
  }

  /** The outputs show something else now. No change leads there from what readers have. */
  reload(): void {
    this.#log = new ChangeLog(this.#app.revision);
    this.#snapshots.clear();
  }

  /** A snapshot. After an outage many clients request the same one at once, so everything but the time is kept as text. */
  snapshot(scene: boolean, now: number): TextInTwo {
    const { show, revision } = this.#app;
    let kept = this.#snapshots.get(scene);
    if (kept?.revision !== revision) {
      const shown = this.#shown;
      const of = shown.map(({ controlled }) => controlled);
      const all = { type: 'snapshot', revision, app: this.#about(), model: show.model(of), control: show.control(of) };
      const text = JSON.stringify(all).slice(1);
      const whole = (): string => shown[0]?.whole ?? JSON.stringify(noComposition);
      kept = { revision, rest: scene ? `${text.slice(0, -1)},"composition":${whole()}}` : text };
      this.#snapshots.set(scene, kept);
    }
    return [`{"now":${now},`, kept.rest];
  }

  #about(): Snapshot['app'] {
    const { id, name, outputs } = this.#app.stored;
    const { onairUrl, mediaUrl } = this.#addresses;
    const listed = outputs.map((output, place) => ({
      id: outputId(place),
      name: output.name,
      onairUrl: onairUrl(output.token),
      root: this.#compositionAt(place)?.controlled.root.id ?? null,
    }));
    // The address of an output opens it, so the page of one output is not given those of the others.
    const seen = this.#place === undefined ? listed : listed.slice(this.#place, this.#place + 1);
    return { id, name, onairUrl: seen[0]?.onairUrl ?? onairUrl(undefined), mediaUrl, outputs: seen };
  }

  get #seesAll(): boolean {
    return this.#place === undefined;
  }

  #sees(id: string): boolean {
    const composition = this.#app.show.compositionOf(id);
    return this.#shown.some(({ controlled }) => controlled === composition);
  }

  get #shown(): HeldComposition[] {
    const { outputs } = this.#app.stored;
    const seen = this.#place === undefined ? outputs : outputs.slice(this.#place, this.#place + 1);
    return loadedIn(seen).flatMap(({ id }) => this.#app.composition(id) ?? []);
  }

  #compositionAt(place: number): HeldComposition | undefined {
    const loaded = this.#app.stored.outputs[place]?.loaded;
    return loaded ? this.#app.composition(loaded.id) : undefined;
  }
}

/** The frame of an applied request for readers that see these of its changes. */
export function changeFrame({ revision, now }: Applied, changes: readonly Change[]): string {
  return JSON.stringify({ type: 'change', revision, now, changes });
}
