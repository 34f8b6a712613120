import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ConnectionSettings } from '../contract/desk-api/connections.ts';
import { BackupSettings } from '../contract/desk-api/backup.ts';
import { DeskName } from '../contract/desk-api/presence.ts';
import type { DeskChange, DeskView, Notice } from '../contract/desk-api/desk-api.ts';
import { Look } from '../contract/desk-api/look.ts';
import { noControllers } from '../contract/desk-api/controller.ts';
import type { CheckedKeyboard, ShowCheck } from '../contract/desk-api/show-check.ts';
import type { Pipe } from '../contract/link/link.ts';
import { addressesOf } from '../contract/model/address.ts';
import { OpenApp, type AppIdentity } from './app/open-app.ts';
import { OpenApps } from './app/open-apps.ts';
import { onScreen } from './app/presses.ts';
import { Actions } from './operate/actions.ts';
import type { Cues } from './cues/cues.ts';
import { openCues } from './cues/open-cues.ts';
import type { LiveData } from './live-data/live-data.ts';
import { openLiveData } from './live-data/open-live-data.ts';
import { Backups } from './backup/backups.ts';
import { defaultGuardTime, TakeGuard } from './operate/take-guard.ts';
import { Services } from './services/services.ts';
import { type CalledParts, sharedCalls } from './desk-calls.ts';
import { DeskScreens } from './desk-screens.ts';
import { deskMembers, type MemberReaders, deskProblems, type KeyedViews, keyedViews, wholeView } from './desk-view.ts';
import { checkShow } from './check/show-check.ts';
import { Notices } from './screens/notices.ts';
import { Screens } from './screens/screens.ts';
import { openRemote } from './remote/open-remote.ts';
import type { Remote } from './remote/remote.ts';
import { Presence } from './backup/presence.ts';
import type { Controllers } from '../surfaces/controllers.ts';
import type { ActionRuns } from './operate/carry-out.ts';
import { deskActions } from './desk-actions.ts';
import type { Keys, PanicKeys } from '../surfaces/press/keys.ts';
import { type OpenedControls, openControls } from './controls/open-controls.ts';
import { KeptPreparations } from './operate/kept-preparations.ts';
import { Looks } from './operate/looks.ts';
import { EmbeddedService } from './services/embedded-service.ts';
import { Quotas } from './app/link/quotas.ts';
import { faultId, Faults } from './log/faults.ts';
import type { DeskPorts } from './ports.ts';
import { type OperationPorts, openOperationPorts } from './log/recording.ts';
import type { OperatePorts } from './operate/screen-calls.ts';
import { AsRun } from './log/as-run.ts';
import { Settings } from './screens/settings.ts';
import { ShowConnections } from './show/show-connections.ts';
import { GivenShow } from './show/given-show.ts';
import { ShowLock } from './show/show-lock.ts';
import { openExplainedTruth } from './app/link/explained-truth.ts';

export interface Desk {
  serve(pipe: Pipe): void;
  /** A keyboard read by the shell: its panic keys work even if window pages fail. */
  panicKeys(): PanicKeys;
  /** Origins (`https://HOST:PORT`) of all program pictures and their media. */
  pictureOrigins(): string[];
  /** Checks for risks to the show without changing anything. */
  checkShow(keyboard: CheckedKeyboard | null): Promise<ShowCheck>;
  /** Opens a show file (absolute path) from the system. A screen shows its contents; nothing is added automatically. */
  openShowFile(path: string): void;
  /** Logs uncaught errors and shows the operators a notice. */
  uncaught(thrown: unknown): void;
  /** Resolves when the embedded service and every connection are closed. */
  close(): Promise<void>;
}

export function openDesk(ports: DeskPorts): Desk {
  return new OpenDesk(ports);
}

/** Wires the rooms together. Each part gets only the dependencies passed here. */
class OpenDesk implements Desk {
  readonly #ports: DeskPorts;
  readonly #quotas = new Quotas();
  readonly #faults: Faults;
  readonly #operate: OperatePorts;
  readonly #operations: OperationPorts;
  readonly #keys: Keys;
  readonly #controllers: Controllers | undefined;
  readonly #cues: Cues;
  readonly #liveData: LiveData;
  readonly #asRun: AsRun;
  readonly #lock: ShowLock;
  readonly #givenShow = new GivenShow(() => this.#operate.screens.changed());
  readonly #remote: Remote;
  readonly #preparations: KeptPreparations;
  readonly #show: Settings;
  readonly #showConnections: ShowConnections;
  readonly #recordProblems: () => string[];
  #problems: () => string[] = () => [];
  readonly #embeddedService: EmbeddedService;
  readonly #presence: Presence;
  readonly #backups: Backups;
  readonly #runs: ActionRuns;
  readonly #services: Services;
  readonly #members: MemberReaders;
  readonly #keyed: KeyedViews;
  readonly #screens: DeskScreens;

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    const screens = new Screens({
      view: (name, key) => this.#keyed[name](key),
      member: (name) => this.#members[name](),
    });
    const { changed } = screens;
    const settingsPorts = { clock: ports.clock, changed };
    const settings = new Settings(ports.settings, settingsPorts);
    const prepared = new Settings(ports.preparation, settingsPorts);
    this.#preparations = new KeptPreparations(prepared);
    this.#show = new Settings(ports.show, settingsPorts);
    const apps = new OpenApps();
    this.#showConnections = new ShowConnections({ apps, show: this.#show, changed });
    const guard = new TakeGuard(settings.member('guardTime', z.int().min(0)) ?? defaultGuardTime);
    this.#faults = new Faults(ports.log, faultId);
    const knownError = this.#faults.in('operating');
    this.#operations = openOperationPorts({ clock: ports.clock, knownError }, () => this.#asRun);
    const actions = new Actions({
      ...{ apps, guard, ...this.#operations },
      unopened: () => this.#backups.notOperated(this.#services.unopened),
      alarm: (id, text) => this.#keepNotice(id, text, { alarm: true }),
    });
    const looks = this.#openLooks({ apps, actions });
    this.#recordProblems = () => [settings, prepared, this.#show].flatMap(({ problems: own }) => own);
    const notices = new Notices([this.#recordProblems, () => this.#problems()]);
    this.#operate = {
      ...{ apps, actions, looks, guard, notices, screens, settings },
      runs: () => this.#runs,
      prepared: ({ app, id }) => this.#subsChanged(app, [id]),
    };
    this.#cues = this.#openCues(prepared);
    const { keys, controllers, controls } = this.#openControls();
    [this.#keys, this.#controllers] = [keys, controllers];
    this.#liveData = this.#openLiveData(prepared);
    this.#asRun = this.#openAsRun();
    this.#lock = this.#openLock();
    this.#embeddedService = this.#openEmbeddedService();
    this.#presence = this.#openPresence();
    this.#backups = this.#openBackups();
    this.#services = this.#openServices();
    this.#runs = this.#openActions();
    const parts = {
      ...{ ports, operate: this.#operate, operations: this.#operations, faults: this.#faults },
      ...{ keys, controllers, controls, cues: this.#cues, liveData: this.#liveData },
      ...{ services: this.#services, presence: this.#presence, backups: this.#backups },
      ...{ asRun: this.#asRun, lock: this.#lock, show: this.#show, givenShow: this.#givenShow },
      showConnections: this.#showConnections,
    };
    this.#remote = openRemote({ ...parts, watch: (told) => this.#watch(told) });
    this.#problems = () => deskProblems({ apps, ...parts, remote: this.#remote });
    this.#keyed = keyedViews({ ...this.#operate, ...parts });
    this.#members = deskMembers({ ...this.#operate, ...parts, remote: this.#remote });
    this.#screens = this.#openScreens({ ...parts, remote: this.#remote, files: [settings, prepared, this.#show] });
    this.#remote.start();
  }

  serve(pipe: Pipe): void {
    this.#screens.serve(pipe);
  }

  panicKeys(): PanicKeys {
    return this.#keys.panicKeys();
  }

  pictureOrigins(): string[] {
    return this.#operate.apps.pictureOrigins;
  }

  checkShow(keyboard: CheckedKeyboard | null): Promise<ShowCheck> {
    const { apps } = this.#operate;
    return checkShow(
      {
        ...{ ...this.#ports, apps, keys: this.#keys, backups: this.#backups, services: this.#services },
        controllers: this.#controllers ?? { view: noControllers, bindings: [] },
        recordProblems: () => [...this.#recordProblems(), ...this.#asRun.troubles],
      },
      keyboard,
    );
  }

  openShowFile(path: string): void {
    this.#givenShow.give(path);
  }

  uncaught(thrown: unknown): void {
    this.#keepNotice('uncaught', this.#faults.in('process')(thrown).message);
  }

  async close(): Promise<void> {
    this.#cues.close();
    const ended = [this.#controllers?.close(), this.#remote.close(), this.#liveData.close()];
    const kept = this.#preparations.close();
    this.#services.close();
    this.#backups.end();
    for (const app of this.#operate.apps.all) app.close();
    await Promise.all([...ended, kept, this.#show.close(), this.#operate.settings.close()]);
    await this.#embeddedService.close();
  }

  #openLooks(ports: Pick<OperatePorts, 'apps' | 'actions'>): Looks {
    return new Looks(this.#show.list('looks', Look) ?? [], {
      ...ports,
      keep: (all, edit) => {
        this.#keys.targetsChanged();
        this.#show.saveAll({ edit, looks: all });
      },
      leftOut: (name, gone) =>
        this.#keepNotice(`look ${name}`, `The look ${name} was recalled without ${gone.join('; ')}.`),
    });
  }

  #openControls(): OpenedControls {
    return openControls({
      ...{ ports: this.#ports, operate: this.#operate, presses: this.#operations.presses, show: this.#show },
      truth: this.#cues.shown.truth,
      knownError: this.#faults.in('keys'),
      notice: (text) => this.#keepNotice(text, text),
    });
  }

  #openCues(prepared: Settings): Cues {
    return openCues({
      ...{ ...this.#ports, ...this.#operate, prepared, show: this.#show, newId: randomUUID },
      knownError: this.#faults.in('cues'),
      data: () => this.#liveData,
      edited: () => {
        this.#keys.targetsChanged();
        this.#operate.screens.changed();
      },
      lampsChanged: () => this.#controllers?.truthChanged(),
      tell: (text) => this.#keepNotice(`cues ${text}`, text),
      isLocked: () => this.#lock.view.locked,
      dropFolderChanged: this.#operate.screens.changed,
    });
  }

  #openLiveData(prepared: Settings): LiveData {
    return openLiveData({
      ...{ ...this.#ports, ...this.#operate, prepared, show: this.#show, newId: randomUUID },
      knownError: this.#faults.in('live data'),
      secrets: () => this.#services.secretStore,
      touched: (ref) => this.#operate.prepared(ref),
      cueRows: () => this.#cues.rows,
      staleChanged: (addresses) => this.#cues.staleChanged(addresses),
    });
  }

  #openActions(): ActionRuns {
    return deskActions({
      ...this.#operate,
      cues: this.#cues,
      liveData: this.#liveData,
      backups: this.#backups,
      controllers: this.#controllers,
    });
  }

  #openAsRun(): AsRun {
    const { settings, screens } = this.#operate;
    return new AsRun({
      log: this.#ports.asRunLog,
      deliver: this.#ports.deliver,
      clock: this.#ports.clock,
      knownError: this.#faults.in('as-run log'),
      settings,
      changed: screens.changed,
    });
  }

  #openLock(): ShowLock {
    const { settings, screens } = this.#operate;
    const { presses, recording, clock } = this.#operations;
    return new ShowLock({
      ...{ clock, settings, random: randomBytes },
      operator: () => this.#asRun.operator,
      record: (action, error) =>
        recording.ofDesk({ kind: 'lock', action }, presses.uncounted({ trigger: onScreen, age: 0 }), error),
      changed: () => {
        screens.changed();
        if (this.#lock.view.locked) this.#controllers?.stopTesting();
        this.#cues.dropFolder.retry();
      },
    });
  }

  #watch(told: (change: DeskChange) => void): { state: DeskView; leave(): void } {
    const state = wholeView(this.#members);
    return { state, leave: this.#operate.screens.add(state, told) };
  }

  #openScreens(parts: Omit<CalledParts, 'checkShow'>): DeskScreens {
    return new DeskScreens({
      ...{ ...parts, presence: this.#presence },
      calls: sharedCalls({ ...parts, checkShow: (keyboard) => this.checkShow(keyboard) }),
      watch: (told) => this.#watch(told),
      allGone: () => this.#controllers?.stopTesting(),
    });
  }

  #openBackups(): Backups {
    const { apps, settings, screens } = this.#operate;
    return new Backups(openExplainedTruth, {
      ...this.#operations,
      ...{ apps, quotas: this.#quotas },
      conceal: (token) => this.#ports.log.conceal(token),
      settings: settings.list('backups', BackupSettings) ?? [],
      save: (all) => settings.save('backups', all),
      newApp: (identity) => this.#newApp(identity),
      endApp: (key) => this.#endApp(key),
      changed: screens.changed,
      notice: (id, text) => this.#keepNotice(id, text),
      connection: this.#ports.connection,
      deskName: () => this.#presence.name,
      embedded: () => this.#services,
    });
  }

  #openPresence(): Presence {
    const { apps, settings, screens } = this.#operate;
    return new Presence({
      apps,
      ...this.#operations,
      name: settings.member('deskName', DeskName) ?? this.#ports.name ?? 'Desk',
      keepName: (name) => settings.save('deskName', name),
      changed: screens.changed,
      changedSubs: ({ identity }, ids) => screens.changedIn('subs', addressesOf(identity.key, [...ids])),
      notice: (id, text) => this.#keepNotice(id, text),
    });
  }

  #openServices(): Services {
    const { settings, screens, notices } = this.#operate;
    return new Services({
      ...this.#ports,
      knownError: this.#faults.in('services'),
      apps: this.#backups,
      settings: settings.list('connections', ConnectionSettings),
      save: (all) => settings.save('connections', all),
      serviceWanted: (wanted) => this.#embeddedService.want(wanted),
      changed: screens.changed,
      secretsChanged: () => this.#liveData.secretsChanged(),
      warn: (text) => {
        notices.warn(text);
        screens.changed();
      },
    });
  }

  #openEmbeddedService(): EmbeddedService {
    const { clock, launchService: launch } = this.#ports;
    return new EmbeddedService({
      clock,
      launch,
      onReady: (ready) => this.#services.serviceReady(ready),
      onEnded: (reason) => {
        this.#backups.disconnect('embedded', reason);
        this.#services.serviceEnded(reason);
      },
    });
  }

  #subsChanged(app: OpenApp, ids: readonly string[]): void {
    const { screens } = this.#operate;
    this.#presence.updateHolds(app, ids);
    this.#preparations.changed(app);
    this.#controllers?.truthChanged();
    screens.changedIn('subs', addressesOf(app.identity.key, ids));
  }

  #newApp(identity: AppIdentity): OpenApp {
    const { apps } = this.#operate;
    const app: OpenApp = new OpenApp(identity, {
      clock: this.#ports.clock,
      random: Math.random,
      knownError: this.#faults.in('app'),
      quotas: this.#quotas,
      settled: (operation, outcome) => {
        this.#operate.guard.settled(operation, outcome);
        this.#operations.settled(app, operation, outcome);
      },
      changedSubs: (ids) => {
        const changed = [...ids];
        this.#cues.truthChanged(app);
        this.#liveData.links.truthChanged(app, changed);
        this.#subsChanged(app, changed);
      },
      changed: (what) => {
        this.#appChanged(what);
        this.#backups.appChanged(identity.key);
        this.#presence.appChanged(app);
      },
      cut: (why) => this.#cues.stop(app, why),
      onFrame: (frame, ids) => {
        if (frame.type === 'desks') this.#presence.onFrame(app, frame);
        this.#backups.onFrame(identity.key, frame, ids);
      },
      notice: ({ id, text, ...more }) => this.#keepNotice(id, text, more),
    });
    this.#preparations.open(app);
    apps.add(app);
    return app;
  }

  /** Ends the app's pending operations. */
  #endApp(key: string): void {
    const { apps } = this.#operate;
    const app = apps.get(key);
    app?.close();
    if (app) this.#cues.stop(app, `${app.name} was removed`);
    apps.delete(key);
    this.#preparations.forget(key);
    if (app) this.#presence.forget(app);
    this.#appChanged('model');
  }

  #appChanged(what: 'app' | 'model'): void {
    this.#operate.screens.changed();
    this.#showConnections.note();
    if (what === 'app') return;
    this.#cues.dropFolder.retry();
    this.#keys.showChanged();
  }

  #keepNotice(id: string, text: string, more: Pick<Notice, 'alarm'> = {}): void {
    this.#operate.notices.keep({ id, text, ...more });
    this.#operate.screens.changed();
  }
}
