import { hash as digest } from 'node:crypto';
import { type ErrorDetail, errorTable, OverlayError } from '../contract/errors.ts';
import type { Composition } from '../scene/schema/composition.ts';
import { readStored } from '../scene/content/content-check.ts';
import { inShort } from '../contract/refusal.ts';
import { Show } from './domain/show.ts';
import type { AppInstanceStore, StoredApp } from './store/app-instances.ts';
import type { CompositionStore } from './store/compositions.ts';

/** An app instance at work: what is stored of it, and its show at its revision. It stays the same object as long as it lives. */
export interface AppInstance {
  /** As it is stored, but for `revision`. */
  stored: StoredApp;
  /**
   * What it shows now; another object when a composition was loaded or taken out. Throws `show-unreadable` where what is
   * stored of it cannot be read.
   */
  readonly show: Show;
  /** Whether it has no show, because what is stored of it cannot be read. */
  readonly isUnreadable: boolean;
  /** The revision that `show` is at. The commit queue raises it, and loading does. */
  revision: number;
}

/** What a token opens: `app` everything of its app instance, `output` the on-air page and the live channel. */
export type TokenKind = 'app' | 'output';

/** What the app instances need from outside, and who is told what became of them. */
export interface AppInstancesParts {
  store: Pick<AppInstanceStore, 'appInstance' | 'appByToken' | 'show'> & Pick<CompositionStore, 'content'>;
  /** Another show was loaded into it, or none. */
  reloaded: (app: AppInstance) => void;
  /** This token opens nothing any more. */
  revoked: (token: string) => void;
  /** What is stored of its show cannot be read: it stays known, and whatever needs its show is refused with this. */
  unreadable: (app: AppInstance, why: OverlayError) => void;
  /** It is deleted. */
  deleted: (app: AppInstance) => void;
}

/** An app instance with its show, or with why it has none. */
class LoadedApp implements AppInstance {
  stored: StoredApp;
  revision: number;
  #loaded: Show | OverlayError;

  constructor(stored: StoredApp, loaded: Show | OverlayError) {
    this.stored = stored;
    this.revision = stored.revision;
    this.#loaded = loaded;
  }

  get show(): Show {
    if (this.#loaded instanceof OverlayError) throw this.#loaded;
    return this.#loaded;
  }

  get isUnreadable(): boolean {
    return this.#loaded instanceof OverlayError;
  }

  load(loaded: Show | OverlayError): void {
    this.#loaded = loaded;
    this.revision = this.stored.revision;
  }
}

/**
 * The app instances at work, each loaded when it is first asked for and kept. Tokens are looked up by their SHA-256, so
 * that the time a look-up takes tells nothing about how much of a guessed token was right.
 */
export class AppInstances {
  readonly #parts: AppInstancesParts;
  readonly #byId = new Map<number, LoadedApp>();
  readonly #byHash = new Map<string, { app: LoadedApp; kind: TokenKind }>();

  constructor(parts: AppInstancesParts) {
    this.#parts = parts;
  }

  /** The app instance that a token opens in one of these ways, or undefined. */
  byToken(token: string, kinds: readonly TokenKind[]): AppInstance | undefined {
    const found = this.#byHash.get(hash(token)) ?? this.#find(token);
    return found && kinds.includes(found.kind) ? found.app : undefined;
  }

  /** Whether a token that opened an app instance opens it still: a body may come long after the head of its request. */
  opensStill(token: string, app: AppInstance): boolean {
    return app.stored.token === token && this.#byId.get(app.stored.id) === app;
  }

  /** An account's app instance, or undefined where the account has none with this id. */
  byId(accountId: number, id: number): AppInstance | undefined {
    const known = this.#byId.get(id);
    if (known) return known.stored.accountId === accountId ? known : undefined;
    const stored = this.#parts.store.appInstance(accountId, id);
    return stored && this.#load(stored);
  }

  /**
   * Take up what was written into the store about an app instance, for every write but control updates: another show
   * (its revision is another one then), another token, its deletion. Whoever is concerned is told. Costs nothing for one
   * that nobody has asked for yet. `composition` is what was loaded, where it has been read already.
   */
  refresh(id: number, composition?: Composition): void {
    const app = this.#byId.get(id);
    if (!app) return;
    const before = app.stored;
    const stored = this.#parts.store.appInstance(before.accountId, id);
    if (!stored) return this.forget(id);
    app.stored = stored;
    if (before.token !== stored.token) this.#changeToken(app, before.token);
    if (app.revision === stored.revision) return;
    const loaded = this.#showOf(stored, composition);
    app.load(loaded);
    if (loaded instanceof OverlayError) this.#parts.unreadable(app, loaded);
    else this.#parts.reloaded(app);
  }

  /** Take up what another program wrote into the store. */
  refreshAll(): void {
    for (const id of [...this.#byId.keys()]) this.refresh(id);
  }

  /** An app instance is deleted: its tokens open nothing any more. */
  forget(id: number): void {
    const app = this.#byId.get(id);
    if (!app) return;
    this.#byId.delete(id);
    for (const token of [app.stored.token, app.stored.outputToken]) {
      if (token !== null) this.#byHash.delete(hash(token));
    }
    this.#parts.deleted(app);
  }

  #find(token: string): { app: LoadedApp; kind: TokenKind } | undefined {
    const found = this.#parts.store.appByToken(token);
    return found && { app: this.#byId.get(found.app.id) ?? this.#load(found.app), kind: found.kind };
  }

  #load(stored: StoredApp): LoadedApp {
    const loaded = this.#showOf(stored);
    const app = new LoadedApp(stored, loaded);
    this.#byId.set(stored.id, app);
    this.#byHash.set(hash(stored.outputToken), { app, kind: 'output' });
    if (stored.token !== null) this.#byHash.set(hash(stored.token), { app, kind: 'app' });
    if (loaded instanceof OverlayError) this.#parts.unreadable(app, loaded);
    return app;
  }

  #changeToken(app: LoadedApp, before: string | null): void {
    if (app.stored.token !== null) this.#byHash.set(hash(app.stored.token), { app, kind: 'app' });
    if (before === null) return;
    this.#byHash.delete(hash(before));
    this.#parts.revoked(before);
  }

  /** A show that was there before is never kept at work: its updates would go over what is stored now. */
  #showOf(stored: StoredApp, composition?: Composition): Show | OverlayError {
    try {
      return this.#readShow(stored, composition);
    } catch (thrown) {
      if (thrown instanceof OverlayError) return thrown;
      const error = unreadable([]);
      error.cause = thrown;
      return error;
    }
  }

  #readShow({ id, contentId }: StoredApp, composition?: Composition): Show {
    if (contentId === null) return new Show(null);
    const { store } = this.#parts;
    const read = composition ? { composition } : readStored(store.content(contentId));
    if ('problems' in read) throw unreadable(read.problems);
    const show = new Show(read.composition);
    const { values, states } = store.show(id);
    show.apply(values.map(({ sub, field, value }) => ({ id: sub, payload: { [field]: value } })));
    show.apply(states.map(({ sub, state }) => ({ id: sub, state })));
    return show;
  }
}

function unreadable(problems: readonly ErrorDetail[]): OverlayError {
  const { operator } = errorTable['show-unreadable'];
  return new OverlayError('show-unreadable', problems.length > 0 ? `${operator} (${inShort(problems)})` : undefined);
}

function hash(token: string): string {
  return digest('sha256', token, 'base64');
}
