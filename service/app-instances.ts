import { hash as digest } from 'node:crypto';
import { OverlayError } from '../contract/errors.ts';
import type { Composition } from '../scene/schema/composition.ts';
import type { HeldComposition } from './domain/held-composition.ts';
import { loadedIn, type LoadedComposition } from './domain/outputs.ts';
import { Show } from './domain/show.ts';
import type { ReadContents } from './read-contents.ts';
import type { AppInstanceStore, StoredApp } from './store/app-instances.ts';

/**
 * An app instance in memory: its stored row, and its show at a revision. The object stays the same as long as the app
 * instance exists.
 */
export interface AppInstance {
  /** The stored row. Its `revision` may be out of date; use the one below. */
  stored: StoredApp;
  /**
   * The current show; another object after a composition is loaded or taken out. Throws `show-unreadable` if something of
   * the stored show cannot be read.
   */
  readonly show: Show;
  /** Whether something of the stored show cannot be read. */
  readonly isUnreadable: boolean;
  /** The composition that is loaded under an id; undefined if there is none or the stored show cannot be read. */
  composition(loadedId: number): HeldComposition | undefined;
  /** The id of the loaded composition that a sub-composition of the show belongs to. */
  loadedOf(sub: string): number;
  /** The revision of `show`. The commit queue raises it, and so does loading. */
  revision: number;
}

/**
 * What a token opens: `app` opens everything of its app instance, `output` only the on-air page and the live channel.
 */
export type TokenKind = 'app' | 'output';

/** The composition of a loaded one if it was read already. */
type KnownComposition = (loaded: LoadedComposition) => HeldComposition | undefined;

/** What the app instances need from outside. The functions are called when an app instance changes. */
export interface AppInstancesPorts {
  store: Pick<AppInstanceStore, 'appInstance' | 'appByToken' | 'show'>;
  contents: Pick<ReadContents, 'read' | 'add'>;
  /** Another show was loaded, or the show was taken out. */
  reloaded: (app: AppInstance) => void;
  /** The token is no longer valid. */
  revoked: (token: string) => void;
  /** The stored show cannot be read. The app instance stays known; whatever needs its show fails with this error. */
  unreadable: (app: AppInstance, why: OverlayError) => void;
  /** The app instance was deleted. */
  deleted: (app: AppInstance) => void;
}

/** A show, and its compositions by the ids under which they are loaded, both ways. */
interface ReadShow {
  show: Show;
  compositions: ReadonlyMap<number, HeldComposition>;
  loadedIds: ReadonlyMap<Composition, number>;
}

/** Compositions that were read already, by the ids of their contents. */
type GivenContents = ReadonlyMap<number, HeldComposition>;
const nothingRead: GivenContents = new Map();

/** An app instance with its show, or with the reason why it has none. */
class LoadedApp implements AppInstance {
  stored: StoredApp;
  revision: number;
  #loaded: ReadShow | OverlayError;

  constructor(stored: StoredApp, loaded: ReadShow | OverlayError) {
    this.stored = stored;
    this.revision = stored.revision;
    this.#loaded = loaded;
  }

  get show(): Show {
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

/**
 * The app instances in memory. Each is loaded at its first use and kept. Tokens are looked up by their SHA-256, so that
 * the time of a look-up does not show how much of a guessed token was right.
 */
export class AppInstances {
  readonly #ports: AppInstancesPorts;
  readonly #byId = new Map<number, LoadedApp>();
  readonly #byHash = new Map<string, { app: LoadedApp; kind: TokenKind }>();

  constructor(ports: AppInstancesPorts) {
    this.#ports = ports;
  }

  /** Finds the app instance that a token of one of these kinds opens; undefined if there is none. */
  byToken(token: string, kinds: readonly TokenKind[]): AppInstance | undefined {
    const found = this.#byHash.get(hash(token)) ?? this.#find(token);
    return found && kinds.includes(found.kind) ? found.app : undefined;
  }

  /** Whether a token still opens its app instance. A body may arrive long after the head of its request. */
  opensStill(token: string, app: AppInstance): boolean {
    return app.stored.token === token && this.#byId.get(app.stored.id) === app;
  }

  /** Finds an app instance of an account; undefined if the account has none with this id. */
  byId(accountId: number, id: number): AppInstance | undefined {
    const known = this.#byId.get(id);
    if (known) return known.stored.accountId === accountId ? known : undefined;
    const stored = this.#ports.store.appInstance(accountId, id);
    return stored && this.#load(stored);
  }

  /**
   * Rereads an app instance after a write to the store. Call it after every write but control updates: a load (which
   * changes the revision), a new token, a deletion. It calls the functions of the ports. It costs nothing if the app
   * instance is not in memory. `read` are the compositions that the caller has read already.
   */
  refresh(id: number, read = nothingRead): void {
    const app = this.#byId.get(id);
    if (!app) return;
    const before = app.stored;
    const stored = this.#ports.store.appInstance(before.accountId, id);
    if (!stored) return this.forget(id);
    app.stored = stored;
    if (before.token !== stored.token) this.#changeToken(app, before.token);
    if (app.revision === stored.revision) return;
    const loaded = this.#showOf(stored, (one) => app.composition(one.id) ?? this.#given(one, read));
    app.load(loaded);
    if (loaded instanceof OverlayError) this.#ports.unreadable(app, loaded);
    else this.#ports.reloaded(app);
  }

  /** Rereads everything that another program wrote into the store. */
  refreshAll(): void {
    for (const id of [...this.#byId.keys()]) this.refresh(id);
  }

  /** Removes a deleted app instance. Its tokens are no longer valid. */
  forget(id: number): void {
    const app = this.#byId.get(id);
    if (!app) return;
    this.#byId.delete(id);
    for (const token of [app.stored.token, ...app.stored.outputs.map((output) => output.token)]) {
      if (token !== null) this.#byHash.delete(hash(token));
    }
    this.#ports.deleted(app);
  }

  /** Takes up an app instance that was just stored, with the compositions that the caller has read already. */
  add(stored: StoredApp, read: GivenContents): void {
    this.#load(stored, read);
  }

  #find(token: string): { app: LoadedApp; kind: TokenKind } | undefined {
    const found = this.#ports.store.appByToken(token);
    return found && { app: this.#byId.get(found.app.id) ?? this.#load(found.app), kind: found.kind };
  }

  #load(stored: StoredApp, read = nothingRead): LoadedApp {
    const loaded = this.#showOf(stored, (one) => this.#given(one, read));
    const app = new LoadedApp(stored, loaded);
    this.#byId.set(stored.id, app);
    for (const output of stored.outputs) this.#byHash.set(hash(output.token), { app, kind: 'output' });
    if (stored.token !== null) this.#byHash.set(hash(stored.token), { app, kind: 'app' });
    if (loaded instanceof OverlayError) this.#ports.unreadable(app, loaded);
    return app;
  }

  /** A composition that the caller has read, which is kept from now on. */
  #given({ contentId }: LoadedComposition, read: GivenContents): HeldComposition | undefined {
    const composition = read.get(contentId);
    if (composition) this.#ports.contents.add(contentId, composition);
    return composition;
  }

  #changeToken(app: LoadedApp, before: string | null): void {
    if (app.stored.token !== null) this.#byHash.set(hash(app.stored.token), { app, kind: 'app' });
    if (before === null) return;
    this.#byHash.delete(hash(before));
    this.#ports.revoked(before);
  }

  /** Always builds a new show. Updates to the previous one would overwrite what is stored now. */
  #showOf(stored: StoredApp, known: KnownComposition): ReadShow | OverlayError {
    try {
      return this.#readShow(stored, known);
    } catch (thrown) {
      if (thrown instanceof OverlayError && thrown.code === 'not-ready') throw thrown;
      if (thrown instanceof OverlayError) return thrown;
      const error = new OverlayError('show-unreadable');
      error.cause = thrown;
      return error;
    }
  }

  #readShow({ id, outputs }: StoredApp, known: KnownComposition): ReadShow {
    const compositions = new Map(
      loadedIn(outputs).map((one) => [one.id, known(one) ?? this.#ports.contents.read(one.contentId)]),
    );
    const loadedIds = new Map([...compositions].map(([loadedId, { controlled }]) => [controlled, loadedId]));
    const show = new Show(...[...compositions.values()].map(({ controlled }) => controlled));
    const { values, states } = this.#ports.store.show(id);
    show.apply(values.map(({ sub, field, value }) => ({ id: sub, payload: { [field]: value } })));
    show.apply(states.map(({ sub, state }) => ({ id: sub, state })));
    return { show, compositions, loadedIds };
  }
}

function hash(token: string): string {
  return digest('sha256', token, 'base64');
}
