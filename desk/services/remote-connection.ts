import { appKey } from '../../contract/desk-api/app-names.ts';
import { texts } from '../../contract/texts/texts.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionView, ReachedApp, RemoteSettings } from '../../contract/desk-api/connections.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Backups, ReachedTarget } from '../backup/backups.ts';
import type { Ground } from '../ground.ts';
import type { Account, ConnectionPort, OpenRoute } from '../ports.ts';
import { routeOf } from './draft.ts';
import type { Secrets } from './secrets/secrets.ts';
import { listApps, type ListedApp, makeToken, Unreached } from './test-connection.ts';

/** Milliseconds before retrying an unresponsive service, and the longest wait. */
const retry = { first: 1_000, most: 30_000 };

export interface UnopenedApp {
  key: string;
  name: string;
}

export type Apps = Pick<Backups, 'open' | 'close' | 'disconnect'>;

interface OpenedRoute {
  to: Parameters<OpenRoute>[0];
  connection: ReturnType<OpenRoute>;
}

type RemoteStatus = Pick<ConnectionView, 'status' | 'reason' | 'apps'>;

/** Lives as long as its settings stay the same. */
export class RemoteConnection {
  readonly settings: RemoteSettings;
  readonly #ground: Ground;
  readonly #apps: Apps;
  readonly #secrets: Secrets;
  #open: ReadonlySet<string> = new Set();
  /** The replaced connection. Its apps stay open until this connection has opened them. */
  #before: RemoteConnection | undefined;
  #state: RemoteStatus = { status: 'opening', reason: '', apps: null };
  #way: OpenedRoute | undefined;
  #account: Account | undefined;
  #listed: readonly ListedApp[] = [];
  #tries = 0;
  #callOff: () => void = () => {};
  #closed = false;

  constructor(
    settings: RemoteSettings,
    of: { ground: Ground; apps: Apps; secrets: Secrets },
    before?: RemoteConnection,
  ) {
    this.settings = settings;
    [this.#ground, this.#apps, this.#secrets] = [of.ground, of.apps, of.secrets];
    this.#before = before;
    if (before) before.#stop();
    void this.#start();
  }

  get state(): RemoteStatus {
    return this.#state;
  }

  get tokens(): string[] {
    return this.#listed.flatMap(({ access_token: token }) => token ?? []);
  }

  close(): void {
    this.#stop();
    for (const { key } of this.unopened) this.#apps.close(key);
    this.#letGo(new Set());
    this.#way?.connection.close();
  }

  get unopened(): UnopenedApp[] {
    const open = this.#keys();
    return this.#chosen.filter(({ key }) => !open.has(key));
  }

  /** Excludes apps that the service reports as gone: nothing of them is on air. */
  get #chosen(): UnopenedApp[] {
    const { settings } = this;
    if (settings.kind === 'token') return [{ key: settings.id, name: settings.name }];
    const { apps } = this.#state;
    if (!apps) return settings.apps.map((app) => unopened(settings, app));
    return apps.filter(({ id }) => settings.apps.includes(id)).map(({ id, name }) => unopened(settings, id, name));
  }

  /** Rejects with `call-invalid` and the reason. */
  async makeTokens(apps: number[]): Promise<void> {
    const lacking = (this.#state.apps ?? []).filter(({ id, hasToken }) => apps.includes(id) && !hasToken);
    if (lacking.length === 0) return;
    if (!this.#way || !this.#account) throw new OverlayError('not-connected');
    const reach = { clock: this.#ground.clock, connection: this.#way.connection };
    for (const { id, name } of lacking) {
      await makeToken(reach, { base: this.settings.base, account: this.#account, app: id }).catch((error: unknown) => {
        throw new OverlayError('call-invalid', texts.services.gotNoToken(name, this.#reasonOf(error)));
      });
    }
  }

  async #start(): Promise<void> {
    try {
      const { secret, proxy } = this.settings;
      const word = await this.#read(secret, this.settings.kind === 'token' ? 'token' : 'password');
      const proxyPassword = proxy.secret === null ? '' : await this.#read(proxy.secret, texts.services.proxyPassword);
      if (this.#closed) return;
      const to = routeOf(this.settings, proxyPassword);
      const { connection } = (this.#way ??= this.#takeOver(to) ?? {
        to,
        connection: this.#ground.outside.openRoute(to),
      });
      if (this.settings.kind === 'token') this.#openByToken(this.settings, word, connection);
      else await this.#openByAccount(this.settings, { email: this.settings.email, password: word }, connection);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #read(id: string | null, what: string): Promise<string> {
    const secret = id === null ? undefined : await this.#secrets.get(id);
    if (secret !== undefined) return secret;
    throw new OverlayError('secret-unreadable', texts.services.secretMissing(what));
  }

  #openByToken({ id, name, base }: RemoteSettings, token: string, connection: ConnectionPort): void {
    this.#setState({ status: 'open', reason: '', apps: null });
    this.#control([{ key: id, name, kind: 'token', base, token, connection, account: undefined }]);
  }

  async #openByAccount(
    settings: Extract<RemoteSettings, { kind: 'account' }>,
    account: Account,
    connection: ConnectionPort,
  ): Promise<void> {
    const { base, apps: chosen } = settings;
    this.#account = account;
    const listed = await listApps({ clock: this.#ground.clock, connection }, base, account);
    if (this.#closed) return;
    this.#tries = 0;
    this.#listed = listed;
    this.#setState({
      status: 'open',
      reason: missing(chosen, listed),
      apps: listed.map((app) => reached(app, chosen)),
    });
    const controlled = listed.flatMap(({ id, name, access_token: token }): ReachedTarget[] => {
      if (token === null || !chosen.includes(id)) return [];
      const key = appKey(settings.id, id);
      return [{ key, name, kind: 'account', base, token, connection, account: () => Promise.resolve(account) }];
    });
    this.#control(controlled);
  }

  #control(targets: ReachedTarget[]): void {
    for (const target of targets) this.#apps.open(target);
    const keys = new Set(targets.map(({ key }) => key));
    this.#letGo(keys);
    this.#open = keys;
  }

  #letGo(staying: Set<string>): void {
    for (const key of this.#keys()) if (!staying.has(key)) this.#apps.close(key);
    this.#open = new Set();
    if (this.#before) this.#before.#end();
    this.#before = undefined;
  }

  #keys(): Set<string> {
    return new Set([...this.#open, ...(this.#before ? this.#before.#keys() : [])]);
  }

  #stop(): void {
    this.#closed = true;
    this.#callOff();
  }

  /** Reuses the replaced connection's route, so that its apps are not interrupted. */
  #takeOver(to: OpenedRoute['to']): OpenedRoute | undefined {
    const before = this.#before;
    if (!before || !isDeepStrictEqual(before.#way?.to, to)) return undefined;
    const way = before.#way;
    before.#way = undefined;
    return way;
  }

  #end(): void {
    if (this.#before) this.#before.#end();
    this.#way?.connection.close();
  }

  #fail(thrown: unknown): void {
    if (this.#closed) return;
    const reason = this.#reasonOf(thrown);
    if (!(thrown instanceof Unreached)) {
      const waits = thrown instanceof OverlayError && thrown.code === 'secrets-locked';
      return this.#setState({ ...this.#state, status: waits ? 'waiting' : 'failed', reason });
    }
    if (thrown.stays) return this.#setState({ ...this.#state, status: 'failed', reason });
    const wait = Math.min(retry.most, retry.first * 2 ** this.#tries++);
    this.#callOff = this.#ground.clock.after(wait, () => void this.#start());
    this.#setState({ ...this.#state, status: 'opening', reason });
  }

  #reasonOf(thrown: unknown): string {
    return thrown instanceof Unreached ? thrown.message : this.#ground.faults.in('services')(thrown).message;
  }

  #setState(state: RemoteStatus): void {
    this.#state = state;
    this.#ground.screens.changed();
  }
}

export function unopened(of: { id: string; name: string }, app: number, name = `app instance ${app}`): UnopenedApp {
  return { key: appKey(of.id, app), name: `${of.name}, ${name}` };
}

function reached({ id, name, access_token: token }: ListedApp, chosen: number[]): ReachedApp {
  return { id, name, hasToken: token !== null, chosen: chosen.includes(id) };
}

function missing(chosen: number[], listed: ListedApp[]): string {
  const problems = chosen.flatMap((id) => {
    const app = listed.find((one) => one.id === id);
    if (!app) return [texts.services.instanceGone(id)];
    return app.access_token === null ? [texts.services.lostToken(app.name)] : [];
  });
  return problems.join(' ');
}
