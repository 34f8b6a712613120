import type { ConnectionSettings, ConnectionView } from '../../contract/desk-api/connections.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import type { Ground } from '../ground.ts';
import type { Account, OpenRoute } from '../ports.ts';
import { type Apps, appKey, type UnopenedApp, unopened } from './remote-connection.ts';
import type { ServiceAccess } from './test-connection.ts';

type EmbeddedSettings = Extract<ConnectionSettings, { kind: 'embedded' }>;

export interface EmbeddedServicePort {
  wanted(wanted: boolean): void;
  /** Undefined if the account is unknown. Rejects if it is unreadable. */
  account(): Promise<Account | undefined>;
  keepAccount(account: Account): Promise<void>;
}

export class EmbeddedConnection {
  settings: EmbeddedSettings;
  readonly #ground: Ground;
  readonly #apps: Apps;
  readonly #service: EmbeddedServicePort;
  readonly #way: ReturnType<OpenRoute>;
  readonly #open = new Set<string>();
  #ready: ReadyLine | undefined;
  #reason = '';
  #account: { email: string; reason: string } = { email: '', reason: '' };

  constructor(
    settings: EmbeddedSettings,
    ground: Ground,
    { apps, service }: { apps: Apps; service: EmbeddedServicePort },
  ) {
    this.settings = settings;
    [this.#ground, this.#apps, this.#service] = [ground, apps, service];
    this.#way = ground.outside.openRoute({ proxy: 'none', certificates: '' });
    service.wanted(true);
  }

  get view(): ConnectionView {
    const { id, name } = this.settings;
    return {
      id,
      name,
      kind: 'embedded',
      base: this.#ready?.url ?? '',
      email: this.#account.email,
      hasSecret: this.#account.email !== '',
      proxy: { use: 'none', address: '', user: '', hasSecret: false },
      certificates: [],
      status: this.#ready ? 'open' : 'opening',
      reason: this.#reason || this.#account.reason,
      apps:
        this.#ready?.apps.map((app) => ({
          id: app.id,
          name: app.name,
          hasToken: true,
          chosen: this.#isChosen(app.id),
        })) ?? null,
    };
  }

  get tokens(): string[] {
    return this.#ready?.apps.map(({ token }) => token) ?? [];
  }

  serviceReady(ready: ReadyLine): void {
    this.#ready = ready;
    this.#reason = '';
    this.#control();
    this.secretsChanged();
  }

  serviceEnded(reason: string): void {
    this.#ready = undefined;
    this.#reason = reason;
    this.#ground.screens.changed();
  }

  /** Chosen apps that wait for the service. If none is chosen, the first app counts. */
  get unopened(): UnopenedApp[] {
    if (this.#ready) return [];
    const { id, name, apps } = this.settings;
    if (!apps) return this.#open.size > 0 ? [] : [{ key: id, name }];
    return apps.map((app) => unopened({ id, name }, app)).filter(({ key }) => !this.#open.has(key));
  }

  choose(apps: number[]): void {
    this.settings = { ...this.settings, apps };
    this.#control();
  }

  /** The key of a newly created app. Throws `not-connected` if it cannot be added now. */
  keyOf(app: number): string {
    if (!this.#ready) throw new OverlayError('not-connected');
    return appKey(this.settings.id, app);
  }

  /** Returns the key of the newly created app. */
  add(app: ReadyLine['apps'][number]): string {
    if (!this.#ready) throw new OverlayError('not-connected');
    const chosen = this.#ready.apps.filter(({ id }) => this.#isChosen(id)).map(({ id }) => id);
    this.#ready = { ...this.#ready, apps: [...this.#ready.apps, app] };
    this.choose([...chosen, app.id]);
    return this.keyOf(app.id);
  }

  rename(name: string): void {
    this.settings = { ...this.settings, name };
  }

  secretsChanged(): void {
    this.#service.account().then(
      (account) => this.#know({ email: account?.email ?? '', reason: '' }),
      (error: unknown) => this.#know({ email: '', reason: this.#ground.faults.in('services')(error).message }),
    );
  }

  async reach(): Promise<ServiceAccess | undefined> {
    const account = await this.#service.account();
    if (!this.#ready || !account) return undefined;
    return { base: this.#ready.url, route: { proxy: 'none', certificates: '' }, access: { account } };
  }

  close(): void {
    for (const key of this.#open) this.#apps.close(key);
    this.#way.close();
    this.#service.wanted(false);
  }

  #know(account: { email: string; reason: string }): void {
    this.#account = account;
    this.#ground.screens.changed();
  }

  #isChosen(app: number): boolean {
    return this.settings.apps?.includes(app) ?? app === this.#ready?.apps[0]?.id;
  }

  #control(): void {
    if (!this.#ready) return;
    const { url: base, apps } = this.#ready;
    for (const { id, name, token } of apps) {
      const key = appKey(this.settings.id, id);
      if (this.#isChosen(id)) {
        this.#open.add(key);
        const account = () => this.#service.account();
        this.#apps.open({ key, name, kind: 'embedded', base, token, connection: this.#way, account });
      } else if (this.#open.delete(key)) this.#apps.close(key);
    }
    this.#ground.screens.changed();
  }
}
