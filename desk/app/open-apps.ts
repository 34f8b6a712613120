import { texts } from '../../contract/texts/texts.ts';
import { OverlayError } from '../../contract/errors.ts';
import { addressOf, parseAddress } from '../../contract/model/address.ts';
import type { AppIdentity, OpenApp } from './open-app.ts';
import { type AppStanding, isAwaited } from '../../contract/desk-api/show-missing.ts';
import { appNames } from '../../contract/desk-api/app-names.ts';
import type { SubState } from './confirmed.ts';

export interface NamedConnections {
  view: Parameters<typeof appNames>[1];
  /** App instances that they will open. */
  unopened: readonly Pick<AppIdentity, 'key'>[];
}

export interface SubRef {
  app: OpenApp;
  id: string;
}

export class OpenApps {
  readonly #apps = new Map<string, OpenApp>();
  readonly #newApp: (identity: AppIdentity) => OpenApp;
  readonly #closed: (key: string, app: OpenApp | undefined) => void;
  readonly #connections: () => NamedConnections;

  constructor(
    newApp: (identity: AppIdentity) => OpenApp,
    closed: (key: string, app: OpenApp | undefined) => void,
    connections: () => NamedConnections,
  ) {
    [this.#newApp, this.#closed, this.#connections] = [newApp, closed, connections];
  }

  get all(): OpenApp[] {
    return [...this.#apps.values()];
  }

  get(key: string): OpenApp | undefined {
    return this.#apps.get(key);
  }

  open(identity: AppIdentity): OpenApp {
    const app = this.#apps.get(identity.key) ?? this.#newApp(identity);
    this.#apps.set(identity.key, app);
    return app;
  }

  /** Ends the pending operations of the app, if it is open. */
  close(key: string): void {
    const app = this.#apps.get(key);
    app?.close();
    this.#apps.delete(key);
    this.#closed(key, app);
  }

  find(address: string): SubRef | undefined {
    const { app: key, id } = parseAddress(address);
    const app = this.#apps.get(key);
    return app?.state.confirmed.get(id) && { app, id };
  }

  /** Throws `call-invalid` if there is none, and `not-connected` if its app instance was not reached so far. */
  at(address: string): SubRef {
    const ref = this.find(address);
    if (ref) return ref;
    // A program names a graphic as it likes. An address with its app is of the desk, and nothing for people.
    const isName = parseAddress(address).app === '';
    if (!isName && this.mayCome(address)) throw new OverlayError('not-connected');
    throw new OverlayError('call-invalid', isName ? texts.app.noGraphic(address) : texts.app.graphicGone);
  }

  sub(address: string): SubState | undefined {
    const ref = this.find(address);
    return ref?.app.state.confirmed.get(ref.id);
  }

  /** Whether an address may become valid later. */
  mayCome(address: string): boolean {
    const { app } = parseAddress(address);
    if (app !== '') return this.standing(app) === 'untold';
    return (
      this.#connections().unopened.length > 0 ||
      this.all.some(({ identity: { key } }) => this.standing(key) === 'untold')
    );
  }

  standing(key: string): AppStanding {
    const app = this.#apps.get(key);
    if (app) return app.state.confirmed.revision < 0 ? 'untold' : 'here';
    return isAwaited(key, this.#connections().unopened) ? 'untold' : 'gone';
  }

  /** What tells an app instance apart for people. */
  nameOf({ identity, name }: OpenApp): string {
    if (this.#apps.size < 2) return name;
    const all = this.all.map(({ identity: { key }, name }) => ({ key, name }));
    return appNames(all, this.#connections().view).get(identity.key) ?? name;
  }

  /** Words about an app, which name it if several are open. */
  named(app: OpenApp, words: readonly string[]): readonly string[] {
    if (this.#apps.size < 2) return words;
    const name = this.nameOf(app);
    return words.map((each) => `${name}: ${each}`);
  }

  /** A graphic for people, where nothing beside it names its app. Undefined if it is gone. */
  graphicName(address: string): string | undefined {
    const ref = this.find(address);
    return ref && this.named(ref.app, [ref.app.state.sub(ref.id).name])[0];
  }

  /** Problems of the output pages, as sentences. */
  get outputProblems(): string[] {
    return this.all.flatMap((app) => this.named(app, app.outputProblems));
  }

  get pictureOrigins(): string[] {
    const apps = this.all.flatMap(({ state }) => state.confirmed.app ?? []);
    const addresses = apps.flatMap(({ onairUrl, mediaUrl }) => [onairUrl, mediaUrl]);
    return [...new Set(addresses.filter((one) => URL.canParse(one)).map((one) => new URL(one).origin))];
  }

  get cued(): string[] {
    return this.all.flatMap((app) => app.state.preparation.cued.map((id) => addressOf(app.identity.key, id)));
  }
}
