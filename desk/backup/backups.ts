import { type backupCalls, BackupSettings, type InUse } from '../../contract/desk-api/backup.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type Calls, justNow, type LinkContract } from '../../contract/link/link.ts';
import type { Operation, Outcome } from '../app/operation.ts';
import type { OpenApp, AppIdentity, AppTarget } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import { copyContent, type EmbeddedApps, checkContent, makeBackupOf } from './backup-content.ts';
import { BackupPair, type BackupPairPorts } from './backup-pair.ts';
import { type Cause, onScreen, type Presses } from '../app/presses.ts';
import type { ConnectionPort } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { KnownError } from '../../contract/errors.ts';
import type { Quotas } from '../app/link/quotas.ts';
import type { TruthFrame } from '../app/link/truth-link.ts';

export interface BackupsPorts {
  clock: Clock;
  apps: OpenApps;
  presses: Presses;
  knownError: KnownError;
  quotas: Quotas;
  conceal(token: string): void;
  settings: BackupSettings[];
  save(settings: BackupSettings[]): void;
  newApp(identity: AppIdentity): OpenApp;
  endApp(key: string): void;
  changed(): void;
  settled(app: OpenApp, operation: Operation, outcome: Outcome): void;
  notice(id: string, text: string): void;
  /** The direct route to a service. */
  connection: ConnectionPort;
  embedded(): EmbeddedApps;
  deskName(): string;
}

export type ReachedTarget = Omit<AppTarget, 'openTruth'> & AppIdentity;

/** The layer between connections and apps. A reached app is independent, or the main or backup of a pair. */
export class Backups {
  readonly #ports: BackupsPorts;
  readonly #openTruth: AppTarget['openTruth'];
  /** Pairs by the key of the main; added when either side is first reached. */
  readonly #pairs = new Map<string, BackupPair>();
  #settings: BackupSettings[];

  constructor(openTruth: AppTarget['openTruth'], ports: BackupsPorts) {
    this.#openTruth = openTruth;
    this.#ports = ports;
    this.#settings = ports.settings;
  }

  /** Notices shown while a backup is active, or its service offers no live channel. */
  get problems(): string[] {
    return [...this.#pairs.values()].flatMap(({ settings: { main, backup, inUse }, isUnmirrored }) => {
      if (inUse === 'backup') return `${main.name} runs on its backup ${backup.name}.`;
      return isUnmirrored ? `${main.name} is not mirrored to its backup ${backup.name}: see Backup.` : [];
    });
  }

  of(app: string): AppIdentity | undefined {
    return this.#pairs.get(app)?.settings.backup;
  }

  notOperated<App extends Pick<AppIdentity, 'key'>>(apps: readonly App[]): App[] {
    const pairs = [...this.#pairs.values()];
    const paired = (key: string): boolean => pairs.some(({ settings }) => settings.backup.key === key);
    return apps.filter(({ key }) => !paired(key) && !this.#ports.apps.get(key));
  }

  get targets(): AppTarget[] {
    return [...this.#pairs.values()].flatMap((pair) => [pair.target('main') ?? [], pair.target('backup') ?? []].flat());
  }

  get opening(): boolean {
    return [...this.#pairs.values()].some((pair) => pair.standbyOpening);
  }

  open(reached: ReachedTarget): void {
    this.#ports.conceal(reached.token);
    const { key, name, kind } = reached;
    const target = { ...reached, openTruth: this.#openTruth, desk: this.#ports.deskName() };
    const settings = this.#settings.find(({ main, backup }) => main.key === key || backup.key === key);
    if (settings) return this.#openPair(settings).open(settings.main.key === key ? 'main' : 'backup', target);
    const { apps, newApp } = this.#ports;
    (apps.get(key) ?? newApp({ key, name, kind })).connect(target);
  }

  close(key: string): void {
    const settings = this.#settings.find(({ main, backup }) => main.key === key || backup.key === key);
    const pair = settings && this.#pairs.get(settings.main.key);
    if (!pair) return this.#ports.endApp(key);
    pair.close(pair.settings.main.key === key ? 'main' : 'backup');
  }

  disconnect(kind: AppTarget['kind'], reason: string): void {
    for (const app of this.#ports.apps.all) if (app.target?.kind === kind) app.disconnect(reason);
    for (const pair of this.#pairs.values()) pair.disconnect(kind, reason);
  }

  onFrame(key: string, frame: TruthFrame, ids: readonly string[]): void {
    const pair = this.#pairs.get(key);
    pair?.onFrame(frame, ids);
    if (pair && frame.type === 'snapshot') void checkContent(pair, this.#ports);
  }

  appChanged(key: string): void {
    this.#pairs.get(key)?.appChanged();
  }

  end(): void {
    for (const pair of this.#pairs.values()) pair.end();
  }

  readonly calls: Calls<{ calls: typeof backupCalls; events: LinkContract['events'] }> = {
    setBackup: ({ app, backup, after }) => this.#setBackup(app, backup, after),
    makeBackup: ({ app }) => this.#makeBackup(app),
    repairBackup: ({ app }, { age } = justNow) => {
      const press = this.#ports.presses.uncounted({ trigger: onScreen, age });
      return this.#onMain(this.#pairOf(app)).takeOver(press);
    },
    copyContent: ({ app }) => copyContent(this.#pairOf(app), this.#ports),
  };

  /**
   * Fails over or back. A refusal becomes a notice, unless a screen called. Throws `backup-refused` without a backup.
   */
  move(to: InUse, app: string, cause: Cause): Promise<Outcome> {
    const pair = this.#pairOf(app);
    return pair.move(to, this.#ports.presses.uncounted(cause)).then(
      () => ({ result: 'confirmed', revision: null }),
      (thrown: unknown) => {
        const error = this.#ports.knownError(thrown);
        const { main } = pair.settings;
        if (cause.trigger.kind !== 'screen') this.#ports.notice(`backup ${main.key}`, error.message);
        return { result: 'failed', error };
      },
    );
  }

  #setBackup(key: string, backup: string | null, after: number | null): void {
    const pair = this.#pairs.get(key);
    if (pair && pair.settings.backup.key === backup) return pair.set({ after });
    // Checked before the current pair ends, so that a refusal leaves it in place.
    const join = backup === null ? undefined : this.#joining(key, backup, after);
    if (pair) this.#part(pair);
    join?.();
  }

  /**
   * Returns the function that pairs two apps; the backup then adopts the on-air state of the main. Throws
   * `backup-refused` or `backup-polled`.
   */
  #joining(key: string, backupKey: string, after: number | null): () => void {
    const { apps } = this.#ports;
    const [main, backup] = [apps.get(key), apps.get(backupKey)];
    const targets = { main: main?.target, backup: backup?.target };
    if (!main || !backup || !targets.main || !targets.backup) {
      throw new OverlayError('backup-refused', 'Both the app and its backup have to be connected.');
    }
    if (this.#pairs.has(backupKey)) throw new OverlayError('backup-refused', `${backup.name} has a backup of its own.`);
    if (targets.main.base === targets.backup.base && targets.main.token === targets.backup.token) {
      throw new OverlayError('backup-refused', `${main.name} and ${backup.name} are the same app instance.`);
    }
    if (backup.truth?.mode === 'polled') throw new OverlayError('backup-polled');
    const settings = BackupSettings.parse({ main: named(main), backup: named(backup), after });
    const { backup: target } = targets;
    return () => this.#join(settings, { main, backup: target });
  }

  #join(settings: BackupSettings, { main, backup }: { main: OpenApp; backup: AppTarget }): void {
    this.#ports.endApp(settings.backup.key);
    this.#settings = [...this.#settings, settings];
    const pair = this.#makePair(settings, main);
    pair.begin();
    pair.open('backup', backup);
    this.#save();
  }

  #part(pair: BackupPair): void {
    const { main, backup } = this.#onMain(pair).settings;
    pair.end();
    this.#pairs.delete(main.key);
    this.#settings = this.#settings.filter((one) => one.main.key !== main.key);
    const target = pair.target('backup');
    if (target) this.#ports.newApp(backup).connect(target);
    if (!pair.target('main')) this.#ports.endApp(main.key);
    this.#save();
    this.#ports.changed();
  }

  #onMain(pair: BackupPair): BackupPair {
    const { main, inUse } = pair.settings;
    if (inUse === 'main') return pair;
    throw new OverlayError('backup-refused', `${main.name} runs on its backup: fail back first.`);
  }

  async #makeBackup(key: string): Promise<void> {
    const app = this.#ports.apps.get(key);
    if (!app) throw new OverlayError('not-connected');
    if (this.#pairs.has(key)) throw new OverlayError('backup-refused', `${app.name} has a backup already.`);
    const { key: backup, copied, progress } = await makeBackupOf(app, this.#ports);
    this.#setBackup(key, backup, null);
    const pair = this.#pairOf(key);
    pair.set({ copied });
    pair.content = { progress };
  }

  #pairOf(key: string): BackupPair {
    const pair = this.#pairs.get(key);
    if (!pair) throw new OverlayError('backup-refused', 'This app has no backup.');
    return pair;
  }

  #openPair(settings: BackupSettings): BackupPair {
    const { apps, newApp } = this.#ports;
    const { main } = settings;
    return this.#pairs.get(main.key) ?? this.#makePair(settings, apps.get(main.key) ?? newApp(main));
  }

  #makePair(settings: BackupSettings, app: OpenApp): BackupPair {
    const { clock, changed, settled: ended, knownError, quotas, notice, presses, deskName } = this.#ports;
    const ports: BackupPairPorts = {
      clock,
      knownError,
      quotas,
      random: Math.random,
      changed,
      deskName,
      saveSettings: () => this.#save(),
      settled: (operation, outcome) => ended(app, operation, outcome),
      tooLate: (press) => presses.tooLate(press),
      ownPress: (detail) => presses.uncounted({ trigger: { kind: 'desk', detail }, age: 0 }),
      notice: (text, about) => notice(`backup ${settings.main.key} ${about ?? ''}`.trim(), text),
    };
    const pair = new BackupPair(settings, app, ports);
    this.#pairs.set(settings.main.key, pair);
    return pair;
  }

  #save(): void {
    this.#settings = this.#settings.map((one) => this.#pairs.get(one.main.key)?.settings ?? one);
    this.#ports.save(this.#settings);
  }
}

function named(app: OpenApp): AppIdentity {
  const { key, kind } = app.identity;
  return { key, name: app.name, kind };
}
