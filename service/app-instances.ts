import type { Loads } from '../contract/service-api/live-channel.ts';
import { hash as digest } from 'node:crypto';
import { asOverlayError, OverlayError } from '../contract/errors.ts';
import type { Composition } from '../scene/schema/composition.ts';
import type { HeldApp } from './held-app.ts';
import type { HeldComposition } from './domain/held-composition.ts';
import { loadedIn, type LoadedComposition } from './domain/outputs.ts';
import { LiveCompositions } from './domain/show.ts';
import type { LiveChannels } from './live/live-channels.ts';
import type { ServiceLog } from './log.ts';
import type { ReadContents } from './read-contents.ts';
import type { StoredApp } from './store/app-instances.ts';
import type { Store } from './store/store.ts';

/** `app` gives access to the whole app instance, `output` only to the output page and live channel. */
type TokenKind = 'app' | 'output';

type KnownComposition = (loaded: LoadedComposition) => HeldComposition | undefined;

interface ReadShow {
  show: LiveCompositions;
  compositions: ReadonlyMap<number, HeldComposition>;
  loadedIds: ReadonlyMap<Composition, number>;
}

type GivenContents = ReadonlyMap<number, HeldComposition>;
const nothingRead: GivenContents = new Map();

class LoadedApp implements HeldApp {
  stored: StoredApp;
  revision: number;
  unstored = false;
  #loaded: ReadShow | OverlayError;

  constructor(stored: StoredApp, loaded: ReadShow | OverlayError) {
    this.stored = stored;
    this.revision = stored.revision;
    this.#loaded = loaded;
  }

  get show(): LiveCompositions {
    if (this.#loaded instanceof OverlayError) throw this.#loaded;
    return this.#loaded.show;
  }

  get isUnreadable(): boolean {
    return this.#loaded instanceof OverlayError;
  }

  composition(loadedId: number): HeldComposition | undefined {
    return this.#loaded instanceof OverlayError ? undefined : this.#loaded.compositions.get(loadedId);
  }

  loadedOf(sub: string): number {
    if (this.#loaded instanceof OverlayError) throw this.#loaded;
    const { show, loadedIds } = this.#loaded;
    const composition = show.compositionOf(sub);
    const id = composition && loadedIds.get(composition);
    if (id === undefined) throw new Error(`The show has no sub-composition ${sub}.`);
    return id;
  }

  load(loaded: ReadShow | OverlayError): void {
    this.#loaded = loaded;
    this.revision = this.stored.revision;
  }
}

/** App instances, loaded at first use. Tokens are found by SHA-256: timing reveals nothing about a guess. */
export class AppInstances {
  readonly #store: Store;
  readonly #contents: ReadContents;
  readonly #live: LiveChannels;
  readonly #log: ServiceLog;
  readonly #byId = new Map<number, LoadedApp>();
  readonly #byHash = new Map<string, { app: LoadedApp; kind: TokenKind }>();

  constructor(store: Store, contents: ReadContents, { live, log }: { live: LiveChannels; log: ServiceLog }) {
    this.#store = store;
    this.#contents = contents;
    this.#live = live;
    this.#log = log;
  }

  byToken(token: string, kinds: readonly TokenKind[]): HeldApp | undefined {
    const found = this.#byHash.get(hash(token)) ?? this.#find(token);
    return found && kinds.includes(found.kind) ? found.app : undefined;
  }

  /** Checks again, because a body may arrive long after its request's head. */
  opensStill(token: string, app: HeldApp): boolean {
    return app.stored.token === token && this.#byId.get(app.stored.id) === app;
  }

  byId(accountId: number, id: number): HeldApp | undefined {
    const known = this.#byId.get(id);
    if (known) return known.stored.accountId === accountId ? known : undefined;
    const stored = this.#store.appInstance(accountId, id);
    return stored && this.#load(stored);
  }

  /**
   * Call after every write except control updates. Rereads the app instance if it is in memory, and informs its readers.
   * `read`: compositions already read.
   */
  refresh(id: number, read = nothingRead, loads: Loads = 'anew'): void {
    const app = this.#byId.get(id);
    if (!app) return;
    const before = app.stored;
    const stored = this.#store.appInstance(before.accountId, id);
    if (!stored) return this.forget(id);
    app.stored = stored;
    if (before.token !== stored.token) this.#changeToken(app, before.token);
    if (app.revision === stored.revision) return;
    const loaded = this.#showOf(stored, (one) => app.composition(one.id) ?? this.#given(one, read));
    app.load(loaded);
    if (loaded instanceof OverlayError) this.#closeUnreadable(app, loaded);
    else this.#live.reload(app, loads);
  }

  refreshAll(): void {
    for (const id of [...this.#byId.keys()]) this.refresh(id);
  }

  forget(id: number): void {
    const app = this.#byId.get(id);
    if (!app) return;
    this.#byId.delete(id);
    for (const token of [app.stored.token, ...app.stored.outputs.map((output) => output.token)]) {
      if (token !== null) this.#byHash.delete(hash(token));
    }
    this.#live.close(app);
  }

  add(stored: StoredApp, read: GivenContents): void {
    this.#load(stored, read);
  }

  #find(token: string): { app: LoadedApp; kind: TokenKind } | undefined {
    const found = this.#store.appByToken(token);
    return found && { app: this.#byId.get(found.app.id) ?? this.#load(found.app), kind: found.kind };
  }

  #load(stored: StoredApp, read = nothingRead): LoadedApp {
    const loaded = this.#showOf(stored, (one) => this.#given(one, read));
    const app = new LoadedApp(stored, loaded);
    this.#byId.set(stored.id, app);
    for (const output of stored.outputs) this.#byHash.set(hash(output.token), { app, kind: 'output' });
    if (stored.token !== null) this.#byHash.set(hash(stored.token), { app, kind: 'app' });
    if (loaded instanceof OverlayError) this.#closeUnreadable(app, loaded);
    return app;
  }

  #given({ contentId }: LoadedComposition, read: GivenContents): HeldComposition | undefined {
    const composition = read.get(contentId);
    if (composition) this.#contents.add(contentId, composition);
    return composition;
  }

  #changeToken(app: LoadedApp, before: string | null): void {
    if (app.stored.token !== null) this.#byHash.set(hash(app.stored.token), { app, kind: 'app' });
    if (before === null) return;
    this.#byHash.delete(hash(before));
    this.#live.closeToken(before);
  }

  /** The app instance remains, but operations on its show fail with this error. */
  #closeUnreadable(app: HeldApp, why: OverlayError): void {
    this.#live.closeUnreadable(app);
    this.#log.error('What is loaded into an app instance cannot be read.', {
      app: app.stored.id,
      name: app.stored.name,
      reason: why.message,
      ...(why.cause instanceof Error && { cause: why.cause.stack }),
    });
  }

  /** Always builds a new show: updates to the previous show would overwrite stored values. */
  #showOf(stored: StoredApp, known: KnownComposition): ReadShow | OverlayError {
    try {
      return this.#readShow(stored, known);
    } catch (thrown) {
      if (thrown instanceof OverlayError && thrown.code === 'not-ready') throw thrown;
      return asOverlayError(thrown, 'show-unreadable');
    }
  }

  #readShow({ id, outputs }: StoredApp, known: KnownComposition): ReadShow {
    const compositions = new Map(
      loadedIn(outputs).map((one) => [one.id, known(one) ?? this.#contents.read(one.contentId)]),
    );
    const loadedIds = new Map([...compositions].map(([loadedId, { controlled }]) => [controlled, loadedId]));
    const show = new LiveCompositions(...[...compositions.values()].map(({ controlled }) => controlled));
    const { values, states } = this.#store.show(id);
    show.apply(values.map(({ sub, field, value }) => ({ id: sub, payload: { [field]: value } })));
    show.apply(states.map(({ sub, state }) => ({ id: sub, state })));
    return { show, compositions, loadedIds };
  }
}

function hash(token: string): string {
  return digest('sha256', token, 'base64');
}
