import type { Change, Loads, Snapshot } from '../../contract/service-api/live-channel.ts';
import type { ToPages } from '../../contract/service-api/desk-presence.ts';
import type { Addresses } from '../addresses.ts';
import type { AppliedUpdate, HeldApp } from '../held-app.ts';
import type { HeldComposition } from '../domain/held-composition.ts';
import { loadedIn, outputId } from '../domain/outputs.ts';
import { noComposition } from '../domain/show.ts';

/** A frame in two parts: a per-reader head and a shared tail. */
export type TextInTwo = readonly [own: string, shared: string];

/** The whole show or an output, as readers see it. Every revision has a frame, so changes may be empty. */
export class ChannelView {
  readonly #app: HeldApp;
  /** Undefined for the whole show. */
  readonly #place: number | undefined;
  readonly #addresses: Addresses;
  #log: ChangeLog;
  /** The last revision that loaded the outputs' contents; undefined since the service started. */
  #loaded: { revision: number; loads: Loads } | undefined;
  readonly #snapshots = new Map<boolean, { revision: number; rest: string }>();

  /** `revision`: known to readers; the show may be ahead by a pending write. */
  constructor(app: HeldApp, place: number | undefined, at: { revision: number; addresses: Addresses }) {
    this.#app = app;
    this.#place = place;
    this.#addresses = at.addresses;
    this.#log = new ChangeLog(at.revision);
  }

  since(revision: number): readonly string[] | undefined {
    return this.#log.since(revision);
  }

  /** Returns the frame of the view. `whole`: the frame of the whole show. */
  add(applied: AppliedUpdate, whole: string): string {
    const { changes } = applied;
    const seen = this.#place === undefined ? changes : changes.filter(({ id }) => this.#sees(id));
    const frame = seen.length === changes.length ? whole : changeFrame(applied, seen);
    this.#log.add(frame);
    return frame;
  }

  /** The outputs have new contents; no change frame leads there. */
  reload(loads: Loads): void {
    this.#loaded = { revision: this.#app.revision, loads };
    this.#log = new ChangeLog(this.#app.revision);
    this.#snapshots.clear();
  }

  /** Caches all but `own`, because many clients request the same snapshot after an outage. */
  snapshot(scene: boolean, own: { now: number } & ToPages): TextInTwo {
    const { show, revision } = this.#app;
    let kept = this.#snapshots.get(scene);
    if (kept?.revision !== revision) {
      const shown = this.#shown;
      const of = shown.map(({ controlled }) => controlled);
      const loads = revision === this.#loaded?.revision && { loads: this.#loaded.loads };
      const shows = { app: this.#about(), model: show.model(of), control: show.control(of) };
      const all = { type: 'snapshot', revision, ...loads, ...shows };
      const text = JSON.stringify(all).slice(1);
      const whole = (): string => shown[0]?.whole ?? JSON.stringify(noComposition);
      kept = { revision, rest: scene ? `${text.slice(0, -1)},"composition":${whole()}}` : text };
      this.#snapshots.set(scene, kept);
    }
    return [`${JSON.stringify(own).slice(0, -1)},`, kept.rest];
  }

  #about(): Snapshot['app'] {
    const { id, name, outputs } = this.#app.stored;
    const { onair, media } = this.#addresses;
    const listed = outputs.map((output, place) => ({
      id: outputId(place),
      name: output.name,
      onairUrl: onair(output.token),
      root: this.#compositionAt(place)?.controlled.root.id ?? null,
    }));
    // An address gives access to its output, so a page gets only its own output's address.
    const seen = this.#place === undefined ? listed : listed.slice(this.#place, this.#place + 1);
    return { id, name, onairUrl: seen[0]?.onairUrl ?? onair(undefined), mediaUrl: media, outputs: seen };
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

export function changeFrame({ revision, now }: AppliedUpdate, changes: readonly Change[]): string {
  return JSON.stringify({ type: 'change', revision, now, changes });
}

const mostChanges = 1_000;
const mostCharacters = 4 * 1024 * 1024;

/** Latest frames, in memory, for clients that send their revision. After a restart they get a snapshot. */
export class ChangeLog {
  /** Revision before the first frame. Clients at or after this revision can be brought up to date. */
  #start: number;
  #frames: string[] = [];
  #size = 0;

  constructor(revision: number) {
    this.#start = revision;
  }

  add(frame: string): void {
    this.#frames.push(frame);
    this.#size += frame.length;
    while (this.#frames.length > mostChanges || this.#size > mostCharacters) {
      this.#size -= this.#frames.shift()?.length ?? 0;
      this.#start += 1;
    }
  }

  /** Returns the later frames, oldest first; undefined if some are gone or the revision never existed. */
  since(revision: number): readonly string[] | undefined {
    const from = revision - this.#start;
    return from < 0 || from > this.#frames.length ? undefined : this.#frames.slice(from);
  }
}
