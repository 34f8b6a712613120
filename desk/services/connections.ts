import { texts } from '../../contract/texts/texts.ts';
import {
  type connectionCalls,
  type ConnectionDraft,
  ConnectionSettings,
  type ConnectionView,
  type Pasted,
  type RemoteSettings,
  type SecretChoice,
  type TestReport,
} from '../../contract/desk-api/connections.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { EmbeddedApps } from '../backup/backup-content.ts';
import type { MadeApp } from '../backup/content-copy.ts';
import type { Ground } from '../ground.ts';
import type { Account } from '../ports.ts';
import { certificatesIn, settingsOf, routeOf } from './draft.ts';
import { direct, EmbeddedConnection, type EmbeddedServicePort } from './embedded-connection.ts';
import { unsavedSecrets } from './unsaved-secrets.ts';
import { pastedAddress } from './pasted-address.ts';
import { type Apps, RemoteConnection, type UnopenedApp } from './remote-connection.ts';
import type { Secrets } from './secrets/secrets.ts';
import { endedTest, type ServiceAccess, testConnection } from './test-connection.ts';

const atFirst = (): ConnectionSettings[] => [{ kind: 'embedded', id: 'embedded', name: texts.services.thisDesk }];

type Open = RemoteConnection | EmbeddedConnection;

export class Connections implements EmbeddedApps {
  readonly #ground: Ground;
  readonly #apps: Apps;
  readonly #secrets: Secrets;
  readonly #service: EmbeddedServicePort;
  readonly #unsaved: ReturnType<typeof unsavedSecrets>;
  #open: Open[] = [];

  constructor(ground: Ground, apps: Apps, { secrets, service }: { secrets: Secrets; service: EmbeddedServicePort }) {
    [this.#ground, this.#apps, this.#secrets, this.#service] = [ground, apps, secrets, service];
    this.#unsaved = unsavedSecrets(ground);
    const settings = ground.settings.list('connections', ConnectionSettings) ?? atFirst();
    this.#open = settings.map((one) => this.#opened(one));
  }

  reachEmbedded(): Promise<{ base: string; account: Account } | undefined> {
    return this.embedded?.reach() ?? Promise.resolve(undefined);
  }

  get view(): ConnectionView[] {
    return this.#open.map((one) => (one instanceof EmbeddedConnection ? one.view : viewOf(one)));
  }

  get unopened(): UnopenedApp[] {
    return this.#open.flatMap((one) => one.unopened);
  }

  get embedded(): EmbeddedConnection | undefined {
    return this.#open.find((one) => one instanceof EmbeddedConnection);
  }

  embeddedKey(app: number): string {
    return this.#embedded.keyOf(app);
  }

  addEmbeddedApp(app: MadeApp): string {
    const key = this.#embedded.add(app);
    this.#store();
    return key;
  }

  get #embedded(): EmbeddedConnection {
    const { embedded } = this;
    if (!embedded) throw new OverlayError('connection-unknown');
    return embedded;
  }

  readonly calls: Omit<
    Calls<{ calls: typeof connectionCalls }>,
    'unlockSecrets' | 'chooseSecrets' | 'changePassphrase'
  > = {
    pasteConnection: ({ text }) => this.#paste(text),
    handOverSecret: ({ secret }) => ({ reference: this.#hold(secret) }),
    testConnection: (draft) => this.#test(draft),
    saveConnection: (draft) => this.#save(draft),
    removeConnection: ({ id }) => this.#remove(id),
    reopenConnection: ({ id }) => {
      const one = this.#known(id);
      if (one instanceof RemoteConnection) this.#replace(one, one.settings);
      this.#ground.screens.changed();
    },
    chooseApps: ({ id, apps }) => this.#choose(id, apps),
  };

  close(): void {
    this.#unsaved.close();
    for (const one of this.#open) one.close();
  }

  secretsChanged(): void {
    for (const one of this.#open) {
      if (one instanceof EmbeddedConnection) one.secretsChanged();
      else if (one.state.status === 'waiting') this.#replace(one, one.settings);
    }
  }

  /** Includes readable secrets, all app tokens and unsaved typed secrets. */
  async knownSecrets(): Promise<string[]> {
    const ids = this.#open.flatMap((one) => (one instanceof RemoteConnection ? secretsOf(one.settings) : []));
    // A secret that cannot be read is unknown.
    const kept = await Promise.all(ids.map((id) => this.#secrets.get(id).catch(() => undefined)));
    const tokens = this.#open.flatMap((one) => one.tokens);
    return [...kept.filter((secret) => secret !== undefined), ...tokens, ...this.#unsaved.all()];
  }

  #hold(secret: string): string {
    this.#ground.outside.log.conceal(secret);
    return this.#unsaved.add(secret);
  }

  #paste(text: string): Pasted {
    const understood = pastedAddress(text);
    if ('problem' in understood) throw new OverlayError('call-invalid', understood.problem);
    const { base, token } = understood;
    return { kind: token === null ? 'account' : 'token', base, reference: token === null ? null : this.#hold(token) };
  }

  async #test(draft: ConnectionDraft): Promise<TestReport> {
    if (draft.kind === 'embedded') return this.#testEmbedded();
    const before = this.#remote(draft.id)?.settings;
    let settings: RemoteSettings;
    try {
      settings = settingsOf(draft, before?.id ?? 'draft', before);
    } catch (error) {
      return endedTest('address', errorIn(error).message, texts.services.correct);
    }
    const { secret, proxy } = draft;
    try {
      const word = await this.#chosen(secret, before?.secret ?? null);
      const proxyPassword = await this.#chosen(proxy.secret, before?.proxy.secret ?? null);
      if (word !== undefined) return await this.#try(reachedBy(settings, word, proxyPassword));
    } catch (error) {
      return endedTest('secret', this.#ground.faults.in('services')(error).message, texts.services.unlockOrEnter);
    }
    return endedTest(
      'secret',
      settings.kind === 'token' ? texts.services.noToken : texts.services.noPassword,
      texts.services.enterIt,
    );
  }

  /** Stores new secrets first and deletes replaced secrets last. */
  async #save(draft: ConnectionDraft): Promise<{ id: string }> {
    if (draft.kind === 'embedded') return this.#saveEmbedded(draft);
    const before = this.#remote(draft.id);
    if (draft.id !== undefined && !before) throw new OverlayError('connection-unknown');
    const bare = settingsOf(draft, draft.id ?? this.#ground.newId(), before?.settings);
    if (before && before.settings.kind !== bare.kind) throw new OverlayError('call-invalid', texts.services.kindFixed);
    const secret = await this.#keep(draft.secret, before?.settings.secret ?? null);
    const proxySecret = await this.#keep(draft.proxy.secret, before?.settings.proxy.secret ?? null);
    const settings: RemoteSettings = { ...bare, secret, proxy: { ...bare.proxy, secret: proxySecret } };
    if (before) this.#replace(before, settings);
    else this.#open = [...this.#open, this.#opened(settings)];
    this.#store();
    for (const choice of [draft.secret, draft.proxy.secret])
      if (isUnsaved(choice)) this.#unsaved.drop(choice.reference);
    if (before) await this.#forget(secretsOf(before.settings).filter((id) => !secretsOf(settings).includes(id)));
    return { id: settings.id };
  }

  async #remove(id: string): Promise<void> {
    const one = this.#known(id);
    this.#open = this.#open.filter((other) => other !== one);
    one.close();
    this.#store();
    if (one instanceof RemoteConnection) await this.#forget(secretsOf(one.settings));
  }

  async #choose(id: string, apps: number[]): Promise<void> {
    const one = this.#known(id);
    if (one instanceof EmbeddedConnection) one.choose(apps);
    else if (one.settings.kind === 'token') throw new OverlayError('call-invalid', texts.services.oneApp);
    else {
      await one.makeTokens(apps);
      this.#replace(one, { ...one.settings, apps });
    }
    this.#store();
  }

  #opened(settings: ConnectionSettings): Open {
    if (settings.kind !== 'embedded') return this.#remoteOf(settings);
    return new EmbeddedConnection(settings, this.#ground, { apps: this.#apps, service: this.#service });
  }

  #remoteOf(settings: RemoteSettings, before?: RemoteConnection): RemoteConnection {
    return new RemoteConnection(settings, { ground: this.#ground, apps: this.#apps, secrets: this.#secrets }, before);
  }

  /** Remaining apps stay open, and move to the new route once it reaches them. */
  #replace(before: RemoteConnection, settings: RemoteSettings): void {
    const after = this.#remoteOf(settings, before);
    this.#open = this.#open.map((one) => (one === before ? after : one));
    this.#ground.screens.changed();
  }

  #store(): void {
    const settings = this.#open.map((one) => one.settings);
    this.#ground.settings.save('connections', settings);
    this.#ground.screens.changed();
  }

  #known(id: string): Open {
    const one = this.#open.find(({ settings }) => settings.id === id);
    if (!one) throw new OverlayError('connection-unknown');
    return one;
  }

  #remote(id: string | undefined): RemoteConnection | undefined {
    return this.#open.find((one): one is RemoteConnection => one instanceof RemoteConnection && one.settings.id === id);
  }

  async #saveEmbedded({ id, name, email, secret }: ConnectionDraft): Promise<{ id: string }> {
    if (isUnsaved(secret))
      await this.#service.keepAccount({ email: email.trim(), password: this.#unsavedSecret(secret.reference) });
    const present = this.embedded;
    if (id === undefined && present) throw new OverlayError('call-invalid', texts.services.oneEmbedded);
    const settings = {
      kind: 'embedded',
      id: present?.settings.id ?? 'embedded',
      name: name.trim() || texts.services.thisDesk,
    } as const;
    if (present) present.rename(settings.name);
    else this.#open = [...this.#open, this.#opened(settings)];
    this.#store();
    this.embedded?.secretsChanged();
    return { id: settings.id };
  }

  async #keep(choice: SecretChoice, present: string | null): Promise<string | null> {
    if (choice === 'keep') return present;
    if (choice === null) return null;
    const id = this.#ground.newId();
    await this.#secrets.set(id, this.#unsavedSecret(choice.reference));
    return id;
  }

  #unsavedSecret(reference: string): string {
    const word = this.#unsaved.get(reference);
    if (word === undefined) throw new OverlayError('call-invalid', texts.services.forgotten);
    return word;
  }

  async #forget(ids: string[]): Promise<void> {
    // A secret that cannot be deleted is orphaned and does no harm.
    for (const id of ids) await this.#secrets.delete(id).catch(() => undefined);
  }

  async #chosen(choice: SecretChoice, present: string | null): Promise<string | undefined> {
    if (isUnsaved(choice)) return this.#unsavedSecret(choice.reference);
    return choice === null || present === null ? undefined : this.#secrets.get(present);
  }

  async #testEmbedded(): Promise<TestReport> {
    const reached = await this.embedded?.reach();
    if (reached) return this.#try({ base: reached.base, route: direct, access: { account: reached.account } });
    return endedTest('secret', texts.backup.noOwnService, texts.services.enterAccount);
  }

  async #try(access: ServiceAccess): Promise<TestReport> {
    const connection = this.#ground.outside.openRoute(access.route);
    try {
      return await testConnection({ clock: this.#ground.clock, connection }, access);
    } finally {
      connection.close();
    }
  }
}

function reachedBy(settings: RemoteSettings, word: string, proxyPassword: string | undefined): ServiceAccess {
  const access = settings.kind === 'token' ? { token: word } : { account: { email: settings.email, password: word } };
  return { base: settings.base, route: routeOf(settings, proxyPassword), access };
}

function isUnsaved(choice: SecretChoice): choice is { reference: string } {
  return typeof choice === 'object' && choice !== null;
}

function secretsOf({ secret, proxy }: RemoteSettings): string[] {
  return [secret, proxy.secret].filter((id) => id !== null);
}

function viewOf({ settings, state }: RemoteConnection): ConnectionView {
  const { id, name, kind, base, secret, proxy, certificates } = settings;
  const { secret: proxySecret, ...shown } = proxy;
  return {
    id,
    name,
    kind,
    base,
    ...state,
    email: settings.kind === 'account' ? settings.email : '',
    hasSecret: secret !== null,
    proxy: { ...shown, hasSecret: proxySecret !== null },
    certificates: certificatesIn(certificates),
  };
}
