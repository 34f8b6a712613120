import type { ConnectionSettings, ConnectionView } from '../../contract/desk-api/connections.ts';
import { OverlayError, sentenceOf } from '../../contract/errors.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import type { Ground } from '../ground.ts';
import type { Account, OpenRoute, Route, LaunchService, PortNumbers, ServiceProcess } from '../ports.ts';
import { appKey } from '../../contract/desk-api/app-names.ts';
import { type Apps, type UnopenedApp, unopened } from './remote-connection.ts';
import type { Clock } from '../../contract/clock.ts';

type EmbeddedSettings = Extract<ConnectionSettings, { kind: 'embedded' }>;

export const direct: Route = { proxy: 'none', certificates: '' };

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
    this.#way = ground.outside.openRoute(direct);
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

  async reach(): Promise<{ base: string; account: Account } | undefined> {
    const account = await this.#service.account();
    return this.#ready && account && { base: this.#ready.url, account };
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

/**
 * Milliseconds before restarting a service that never became ready, and the longest wait. A service that was ready
 * restarts at once.
 */
const retry = { first: 100, most: 5_000 };

interface ServiceEvents {
  ready(ready: ReadyLine): void;
  /** `reason` is for the operator. The service restarts automatically. */
  ended(reason: string): void;
}

/** The process of the embedded service, restarted while it is wanted. */
export class EmbeddedService {
  readonly #clock: Clock;
  readonly #launch: LaunchService;
  readonly #on: ServiceEvents;
  /** Undefined while the service is not wanted. */
  #process: ServiceProcess | undefined;
  #servicePorts: PortNumbers = { port: 0, mediaPort: 0 };
  #tries = 0;
  #cancelRestart: () => void = () => {};
  #ended: Promise<string> | undefined;

  constructor(clock: Clock, launch: LaunchService, on: ServiceEvents) {
    [this.#clock, this.#launch, this.#on] = [clock, launch, on];
  }

  want(wanted: boolean): void {
    if (!wanted) void this.close();
    else if (!this.#process) {
      this.#servicePorts = { port: 0, mediaPort: 0 };
      this.#tries = 0;
      this.#start();
    }
  }

  async close(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    this.#cancelRestart();
    process?.stop();
    this.#ended = process?.ended ?? this.#ended;
    await this.#ended;
  }

  #start(): void {
    this.#tries += 1;
    const process = this.#launch(this.#servicePorts);
    this.#process = process;
    process.ready.then(
      (ready) => {
        if (process !== this.#process) return;
        this.#servicePorts = { port: portOf(ready.url), mediaPort: portOf(ready.mediaUrl) };
        this.#tries = 0;
        this.#on.ready(ready);
      },
      // `ended` reports the same end.
      () => {},
    );
    void process.ended.then((lastWords) => {
      if (process === this.#process) this.#restart(lastWords);
    });
  }

  #restart(lastWords: string): void {
    const wait = Math.min(retry.most, retry.first * (2 ** this.#tries - 1));
    this.#cancelRestart = this.#clock.after(wait, () => this.#start());
    this.#on.ended(`${sentenceOf('service-lost')} ${lastWords}`.trim());
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
