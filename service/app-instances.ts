import { createHash } from 'node:crypto';
import { Show } from './domain/show.ts';
import type { LoadedApp } from './store/store.ts';

/** An app instance at work: who it is, its tokens, and its show at its revision. */
export interface AppInstance {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly outputToken: string;
  readonly show: Show;
  /** The revision that `show` is at. Only the commit queue raises it. */
  revision: number;
}

/** What a token opens: `app` everything of its app instance, `output` the on-air page and the live channel. */
export type TokenKind = 'app' | 'output';

/**
 * The app instances by token. Tokens are looked up by their SHA-256, so that the time a look-up takes tells nothing about
 * how much of a guessed token was right.
 */
export class AppInstances {
  readonly all: readonly AppInstance[];
  readonly #byHash = new Map<string, { app: AppInstance; kind: TokenKind }>();

  constructor(stored: readonly LoadedApp[]) {
    this.all = stored.map(loaded);
    for (const app of this.all) {
      this.#byHash.set(hash(app.token), { app, kind: 'app' });
      this.#byHash.set(hash(app.outputToken), { app, kind: 'output' });
    }
  }

  /** The app instance that a token opens in one of these ways, or undefined. */
  find(token: string, kinds: readonly TokenKind[]): AppInstance | undefined {
    const found = this.#byHash.get(hash(token));
    return found && kinds.includes(found.kind) ? found.app : undefined;
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

function loaded(stored: LoadedApp): AppInstance {
  const { id, name, token, outputToken, revision } = stored;
  const show = new Show(stored.composition);
  show.apply(stored.values.map(({ sub, field, value }) => ({ id: sub, payload: { [field]: value } })));
  show.apply(stored.states.map(({ sub, state }) => ({ id: sub, state })));
  return { id, name, token, outputToken, show, revision };
}
