import { z } from 'zod';
import { ConnectionSettings } from '../contract/desk-api/connections.ts';
import { BackupSettings } from '../contract/desk-api/backup.ts';
import { DeskName, type holdingCalls } from '../contract/desk-api/presence.ts';
import { deskApi, type DeskView, type Notice } from '../contract/desk-api/desk-api.ts';
import { KeyBinding } from '../contract/desk-api/key-binding.ts';
import { Look } from '../contract/desk-api/look.ts';
import { type Calls, type Pipe, serveLink } from '../contract/link/link.ts';
import { address } from '../contract/model/address.ts';
import { appChanges } from './services/logged-calls.ts';
import { OpenApp, type AppIdentity } from './app/open-app.ts';
import { OpenApps } from './app/open-apps.ts';
import { Actions } from './operate/actions.ts';
import { Backups } from './backup/backups.ts';
import { TakeGuard } from './operate/take-guard.ts';
import { Services } from './services/services.ts';
import { deskMembers, type DeskMembers, deskProblems, wholeView } from './desk-view.ts';
import { deskSupport } from './log/support.ts';
import { Notices } from './screens/notices.ts';
import { Screens } from './screens/screens.ts';
import { Presence } from './presence/presence.ts';
import { Keys } from './controls/keys.ts';
import { Looks } from './operate/looks.ts';
import { EmbeddedService } from './services/embedded-service.ts';
import type { DeskPorts } from './ports.ts';
import { type Logging, openLogging } from './log/recording.ts';
import { carryOut, operatingCalls, type OperatePorts } from './operate/screen-calls.ts';
import { AsRun } from './log/as-run.ts';
import { Settings } from './screens/settings.ts';
import { openTruthInWords } from './truth/explained-truth.ts';

/** A running desk. */
export interface Desk {
  /** Serve one screen on a pipe until the pipe closes. */
  serve(pipe: Pipe): void;
  /** The origins, `https://HOST:PORT`, of the program pictures of all apps and of what those show, as far as they are known. */
  pictureOrigins(): string[];
  /** End the embedded service and every connection; resolves when all is down. */
  close(): Promise<void>;
}

/** Milliseconds in which the same take is not taken twice, where the settings say nothing else. */
const usualGuardTime = 250;

/** Open the desk: it opens its connections, starts the embedded service where it is wanted, and serves screens. */
export function openDesk(ports: DeskPorts): Desk {
  return new OpenDesk(ports);
}

/** Wires the parts; each part knows only what it is handed here. */
class OpenDesk implements Desk {
  readonly #ports: DeskPorts;
  readonly #parts: OperatePorts;
  readonly #logging: Logging;
  readonly #keys: Keys;
  readonly #asRun: AsRun;
  readonly #service: EmbeddedService;
  readonly #holding: Presence;
  readonly #backups: Backups;
  readonly #connections: Services;
  readonly #members: DeskMembers;
  readonly #calls: Omit<Calls<typeof deskApi>, 'watch' | 'key' | 'keyUp' | keyof typeof holdingCalls>;

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    const settings = new Settings(ports.settings);
    const apps = new OpenApps();
    const guard = new TakeGuard(settings.member('guardTime', z.int().min(0)) ?? usualGuardTime);
    this.#logging = openLogging(ports.clock, () => this.#asRun);
    const actions = new Actions({
      ...{ apps, guard, ...this.#logging },
      unopened: () => this.#backups.operatedNowhere(this.#connections.unopened),
      alarm: (id, text) => this.#keepNotice(id, text, { alarm: true }),
    });
    const screens = new Screens({ view: (text) => this.#sub(text), member: (name) => this.#members[name]() });
    const looks = this.#openLooks(settings, { apps, actions });
    const keys = settings.list('keys', KeyBinding);
    const problems = () => deskProblems({ apps, keys: this.#keys, asRun: this.#asRun, backups: this.#backups });
    const notices = new Notices([problems], settings.problems);
    const later: Pick<OperatePorts, 'changeOver' | 'staged'> = {
      changeOver: (...asked) => this.#backups.changeOver(...asked),
      staged: ({ app, id }) => this.#holding.look(app, [id]),
    };
    this.#parts = { apps, actions, looks, guard, notices, screens, settings, ...later };
    this.#keys = this.#openKeys(keys);
    this.#asRun = this.#openAsRun();
    this.#service = this.#openService();
    this.#holding = this.#openHolding();
    this.#backups = this.#openBackups();
    this.#connections = this.#openConnections();
    this.#members = deskMembers({
      ...{ ...this.#parts, keys: this.#keys, asRun: this.#asRun },
      ...{ connections: this.#connections, holding: this.#holding },
    });
    this.#calls = {
      ...operatingCalls(this.#parts),
      ...this.#connections.calls,
      ...this.#backups.calls,
      ...appChanges({ apps, ...this.#logging, backups: this.#backups }),
      ...this.#asRun.calls,
      ...deskSupport({ ...ports, apps, notices, backups: this.#backups, connections: this.#connections }),
    };
  }

  serve(pipe: Pipe): void {
    const screen = {};
    let leave = (): void => {};
    const calls: Calls<typeof deskApi> = {
      ...this.#calls,
      ...this.#holding.calls(screen),
      key: ({ key, repeat }) => this.#keys.down(key, repeat, screen),
      keyUp: ({ key }) => {
        this.#keys.up(key, screen);
        return null;
      },
      watch: () => {
        leave();
        leave = this.#parts.screens.add((change) => tell('changed', change));
        return wholeView(this.#members);
      },
    };
    const tell = serveLink(pipe, deskApi, calls);
    pipe.onClose(() => {
      leave();
      this.#keys.gone(screen);
      this.#holding.gone(screen);
    });
  }

  pictureOrigins(): string[] {
    return this.#parts.apps.pictureOrigins;
  }

  async close(): Promise<void> {
    this.#connections.close();
    this.#backups.end();
    for (const app of this.#parts.apps.all) app.close();
    await this.#service.close();
  }

  // The parts, and what each needs of the others.

  #openLooks(settings: Settings, parts: Pick<OperatePorts, 'apps' | 'actions'>): Looks {
    return new Looks(settings.list('looks', Look) ?? [], {
      ...parts,
      keep: (all) => {
        this.#keys.looksChanged();
        settings.save('looks', all);
      },
      leftOut: (name, gone) => this.#keepNotice(`look ${name}`, `The look ${name} is not whole: ${gone.join('; ')}.`),
    });
  }

  #openKeys(bindings: KeyBinding[] | undefined): Keys {
    const { apps, guard, looks, screens, settings } = this.#parts;
    return new Keys(bindings, {
      apps,
      clock: this.#ports.clock,
      press: ({ key, action }) => carryOut(this.#parts, action, { kind: 'key', detail: key }),
      keep: (all) => settings.save('keys', all),
      guardTime: () => guard.time,
      hasLook: (name) => looks.list.some((look) => look.name === name),
      guardedChanged: () => screens.changed('guarded'),
      refused: (text) => this.#keepNotice(text, text),
    });
  }

  #openAsRun(): AsRun {
    const { settings, screens } = this.#parts;
    return new AsRun({
      log: this.#ports.asRunLog,
      deliver: this.#ports.deliver,
      clock: this.#ports.clock,
      settings,
      changed: (...members) => screens.changed(...members),
    });
  }

  #openBackups(): Backups {
    const { apps, settings, screens } = this.#parts;
    return new Backups(openTruthInWords, {
      ...this.#logging,
      apps,
      settings: settings.list('backups', BackupSettings) ?? [],
      save: (all) => settings.save('backups', all),
      newApp: (identity) => this.#newApp(identity),
      endApp: (key) => this.#endApp(key),
      changed: () => screens.changed('apps', 'notices'),
      notice: (id, text) => this.#keepNotice(id, text),
      connection: this.#ports.connection,
      deskName: () => this.#holding.name,
      embedded: () => this.#connections,
    });
  }

  #openHolding(): Presence {
    const { apps, settings, screens } = this.#parts;
    return new Presence({
      apps,
      ...this.#logging,
      name: settings.member('deskName', DeskName) ?? this.#ports.name ?? 'Desk',
      keepName: (name) => settings.save('deskName', name),
      changed: (...members) => screens.changed(...members),
      changedSubs: ({ identity }, ids) => screens.changedSubs([...ids].map((id) => address(identity.key, id))),
      notice: (id, text) => this.#keepNotice(id, text),
    });
  }

  #openConnections(): Services {
    const { settings, screens, notices } = this.#parts;
    return new Services({
      ...this.#ports,
      apps: this.#backups,
      settings: settings.list('connections', ConnectionSettings),
      save: (all) => settings.save('connections', all),
      serviceWanted: (wanted) => this.#service.want(wanted),
      changed: (...members) => screens.changed(...members),
      warn: (text) => {
        notices.warn(text);
        screens.changed('notices');
      },
    });
  }

  #openService(): EmbeddedService {
    const { clock, launchService: launch } = this.#ports;
    return new EmbeddedService({
      clock,
      launch,
      onReady: (ready) => this.#connections.serviceReady(ready),
      onEnded: (reason) => {
        this.#backups.disconnect('embedded', reason);
        this.#connections.serviceEnded(reason);
      },
    });
  }

  // The apps.

  /** An app that operators see from now on. It has no target yet. */
  #newApp(identity: AppIdentity): OpenApp {
    const { apps, screens } = this.#parts;
    const own = (id: string): string => address(identity.key, id);
    const app: OpenApp = new OpenApp(identity, {
      clock: this.#ports.clock,
      random: Math.random,
      ended: (operation, outcome) => this.#logging.ended(app, operation, outcome),
      changedSubs: (ids) => {
        const changed = [...ids];
        this.#holding.look(app, changed);
        screens.changedSubs(changed.map(own));
        screens.changed('undoable');
      },
      changed: (what) => {
        this.#appChanged(what);
        this.#backups.appChanged(identity.key);
        this.#holding.appChanged(app);
      },
      heard: (frame, ids) => {
        if (frame.type === 'desks') return this.#holding.heard(app, frame);
        this.#backups.heard(identity.key, frame, ids);
      },
      notice: ({ id, text, ...more }) => this.#keepNotice(id, text, more),
    });
    apps.add(app);
    return app;
  }

  /** Let an app go: what was asked of it and has not ended ends now. */
  #endApp(key: string): void {
    const { apps } = this.#parts;
    const app = apps.get(key);
    app?.close();
    apps.delete(key);
    if (app) this.#holding.forget(app);
    this.#appChanged('model');
  }

  #appChanged(what: 'app' | 'model'): void {
    const { screens } = this.#parts;
    screens.changed('apps', 'notices');
    if (what === 'app') return;
    screens.changed('model');
    if (this.#keys.showChanged()) screens.changed('keys');
  }

  // How it shows.

  #sub(text: string): DeskView['subs'][string] | undefined {
    const place = this.#parts.apps.find(text);
    return place?.app.state.view(place.id);
  }

  #keepNotice(id: string, text: string, more: Pick<Notice, 'alarm'> = {}): void {
    this.#parts.notices.keep({ id, text, ...more });
    this.#parts.screens.changed('notices');
  }
}
