import { texts } from '../../contract/texts/texts.ts';
import { type backupCalls, BackupSettings, type InUse } from '../../contract/desk-api/backup.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import { type Calls, justNow } from '../../contract/link/link.ts';
import type { Outcome } from '../app/operation.ts';
import type { OpenApp, AppIdentity, AppTarget } from '../app/open-app.ts';
import {
  copyContent,
  copyFiles,
  type EmbeddedApps,
  checkContent,
  makeBackupOf,
  standbyName,
} from './backup-content.ts';
import { BackupPair } from './backup-pair.ts';
import { type Cause, screenOf } from '../app/presses.ts';
import type { Ground } from '../ground.ts';
import type { TruthFrame } from '../app/link/truth-link.ts';

export type ReachedTarget = Omit<AppTarget, 'openTruth'> & AppIdentity;

/** The layer between connections and apps. A reached app is independent, or the main or backup of a pair. */
export class Backups {
  readonly #ground: Ground;
  readonly #knownError: KnownError;
  readonly #deskName: () => string;
  readonly #show: () => unknown;
  readonly #openTruth: AppTarget['openTruth'];
  /** Pairs by the key of the main; added when either side is first reached. */
  readonly #pairs = new Map<string, BackupPair>();
  #settings: BackupSettings[];

  /** `show`: what may name files that the backup needs. */
  constructor(
    ground: Ground,
    { deskName, show }: { deskName: () => string; show: () => unknown },
    openTruth: AppTarget['openTruth'],
  ) {
    [this.#ground, this.#deskName, this.#show, this.#openTruth] = [ground, deskName, show, openTruth];
    this.#settings = ground.settings.list('backups', BackupSettings) ?? [];
    this.#knownError = ground.faults.in('operating');
    ground.facts.app.on(({ identity }) => this.#pairs.get(identity.key)?.appChanged());
    ground.facts.frame.on(({ identity }, frame, ids) => this.#onFrame(identity.key, frame, ids));
  }

  /** Notices shown while a backup is active, or its service offers no live channel. */
  get problems(): string[] {
    return [...this.#pairs.values()].flatMap(({ settings: { main, backup, inUse }, isUnmirrored }) => {
      if (inUse === 'backup') return texts.backup.runsOnBackup(main.name, backup.name);
      return isUnmirrored ? texts.backup.notMirrored(main.name, backup.name) : [];
    });
  }

  of(app: string): AppIdentity | undefined {
    return this.#pairs.get(app)?.settings.backup;
  }

  standbyOf(app: string): OpenApp | undefined {
    return this.#pairs.get(app)?.standby;
  }

  notOperated<App extends Pick<AppIdentity, 'key'>>(apps: readonly App[]): App[] {
    const pairs = [...this.#pairs.values()];
    const paired = (key: string): boolean => pairs.some(({ settings }) => settings.backup.key === key);
    return apps.filter(({ key }) => !paired(key) && !this.#ground.apps.get(key));
  }

  get targets(): AppTarget[] {
    return [...this.#pairs.values()].flatMap((pair) => [pair.target('main') ?? [], pair.target('backup') ?? []].flat());
  }

  get opening(): boolean {
    return [...this.#pairs.values()].some((pair) => pair.standbyOpening);
  }

  /** An app already controlled under this key moves to the new target. */
  open(reached: ReachedTarget): void {
    this.#ground.outside.log.conceal(reached.token);
    const { key, name, kind } = reached;
    const target = { ...reached, openTruth: this.#openTruth, desk: this.#deskName() };
    const settings = this.#settings.find(({ main, backup }) => main.key === key || backup.key === key);
    if (settings) return this.#openPair(settings).open(settings.main.key === key ? 'main' : 'backup', target);
    this.#ground.apps.open({ key, name, kind }).connect(target);
  }

  close(key: string): void {
    const settings = this.#settings.find(({ main, backup }) => main.key === key || backup.key === key);
    const pair = settings && this.#pairs.get(settings.main.key);
    if (!pair) return this.#ground.apps.close(key);
    pair.close(pair.settings.main.key === key ? 'main' : 'backup');
  }

  disconnect(kind: AppTarget['kind'], reason: string): void {
    for (const app of this.#ground.apps.all) if (app.target?.kind === kind) app.disconnect(reason);
    for (const pair of this.#pairs.values()) pair.disconnect(kind, reason);
  }

  #onFrame(key: string, frame: TruthFrame, ids: readonly string[]): void {
    const pair = this.#pairs.get(key);
    pair?.onFrame(frame, ids);
    if (pair && frame.type === 'snapshot') void checkContent(pair, this.#ground.clock, this.#knownError);
  }

  end(): void {
    for (const pair of this.#pairs.values()) pair.end();
  }

  readonly calls: Omit<Calls<{ calls: typeof backupCalls }>, 'makeBackup'> = {
    setBackup: ({ app, backup, after }) => this.#setBackup(app, backup, after),
    repairBackup: ({ app }, facts = justNow) => {
      const press = this.#ground.presses.uncounted({ trigger: screenOf(facts), age: facts.age });
      return this.#onMain(this.#pairOf(app)).takeOver(press);
    },
    copyContent: async ({ app }) => {
      const { clock, notices } = this.#ground;
      await copyContent(this.#pairOf(app), this.#show(), { clock, knownError: this.#knownError });
      notices.dismiss(filesNotice(app));
    },
  };

  /**
   * Fails over or back. A refusal becomes a notice, unless a screen called. Throws `backup-refused` without a backup.
   */
  move(to: InUse, app: string, cause: Cause): Promise<Outcome> {
    const pair = this.#pairOf(app);
    return pair.move(to, this.#ground.presses.uncounted(cause)).then(
      () => ({ result: 'confirmed', revision: null }),
      (thrown: unknown) => {
        const error = this.#knownError(thrown);
        const { main } = pair.settings;
        if (cause.trigger.kind !== 'screen')
          this.#ground.notices.keep({ id: `backup ${main.key}`, text: error.message });
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
    const { apps } = this.#ground;
    const [main, backup] = [apps.get(key), apps.get(backupKey)];
    const targets = { main: main?.target, backup: backup?.target };
    if (!main || !backup || !targets.main || !targets.backup) {
      throw new OverlayError('backup-refused', texts.backup.appAndBackupConnected);
    }
    if (this.#pairs.has(backupKey)) throw new OverlayError('backup-refused', texts.backup.hasItsOwn(backup.name));
    if (targets.main.base === targets.backup.base && targets.main.token === targets.backup.token) {
      throw new OverlayError('backup-refused', texts.backup.sameInstance(main.name, backup.name));
    }
    if (backup.truth?.mode === 'polled') throw new OverlayError('backup-polled');
    const settings = BackupSettings.parse({ main: named(main), backup: besideMain(backup, main.name), after });
    const { backup: target } = targets;
    return () => this.#join(settings, { main, backup: target });
  }

  #join(settings: BackupSettings, { main, backup }: { main: OpenApp; backup: AppTarget }): void {
    this.#ground.apps.close(settings.backup.key);
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
    this.#ground.notices.dismiss(filesNotice(main.key));
    this.#settings = this.#settings.filter((one) => one.main.key !== main.key);
    const target = pair.target('backup');
    if (target) this.#ground.apps.open(backup).connect(target);
    if (!pair.target('main')) this.#ground.apps.close(main.key);
    this.#save();
    this.#ground.screens.changed();
  }

  #onMain(pair: BackupPair): BackupPair {
    const { main, inUse } = pair.settings;
    if (inUse === 'main') return pair;
    throw new OverlayError('backup-refused', texts.backup.runsOnItsBackup(main.name));
  }

  /**
   * Copies files that the standby of an app lacks, if `naming` has their paths. A failure becomes a notice: after a
   * fail-over, a value without its file shows nothing.
   */
  async copyFiles(app: string, naming: unknown): Promise<void> {
    const pair = this.#pairs.get(app);
    if (!pair) return;
    const failed = await copyFiles(pair, naming, this.#ground.clock).catch(
      (thrown: unknown) => this.#knownError(thrown).message,
    );
    if (failed.length === 0 || this.#pairs.get(app) !== pair) return;
    const why = typeof failed === 'string' ? failed : texts.backup.copyByHand(failed.join(', '));
    this.#ground.notices.keep({ id: filesNotice(app), text: texts.backup.lacksFiles(standbyName(pair), why) });
  }

  /** Makes the backup in the embedded service. Rejects with `not-connected` or `backup-refused`. */
  async makeBackup(key: string, embedded: EmbeddedApps): Promise<void> {
    const app = this.#ground.apps.get(key);
    if (!app) throw new OverlayError('not-connected');
    if (this.#pairs.has(key)) throw new OverlayError('backup-refused', texts.backup.hasAlready(app.name));
    const {
      key: backup,
      copied,
      progress,
    } = await makeBackupOf(app, { ground: this.#ground, embedded, show: this.#show() });
    this.#setBackup(key, backup, null);
    const pair = this.#pairOf(key);
    pair.set({ copied });
    pair.content = { progress };
  }

  #pairOf(key: string): BackupPair {
    const pair = this.#pairs.get(key);
    if (!pair) throw new OverlayError('backup-refused', texts.backup.none);
    return pair;
  }

  #openPair(settings: BackupSettings): BackupPair {
    const { main } = settings;
    return this.#pairs.get(main.key) ?? this.#makePair(settings, this.#ground.apps.open(main));
  }

  #makePair(settings: BackupSettings, app: OpenApp): BackupPair {
    const pair = new BackupPair(settings, app, {
      ground: this.#ground,
      name: this.#deskName,
      save: () => this.#save(),
      mirrored: (items) => void this.copyFiles(settings.main.key, items),
    });
    this.#pairs.set(settings.main.key, pair);
    return pair;
  }

  #save(): void {
    this.#settings = this.#settings.map((one) => this.#pairs.get(one.main.key)?.settings ?? one);
    this.#ground.settings.save('backups', this.#settings);
  }
}

function filesNotice(main: string): string {
  return `files ${main}`;
}

function named(app: OpenApp): AppIdentity {
  const { key, kind } = app.identity;
  return { key, name: app.name, kind };
}

/** Sentences tell main and backup apart by name alone. */
function besideMain(backup: OpenApp, main: string): AppIdentity {
  const identity = named(backup);
  if (identity.name !== main) return identity;
  const { name: connection } = backup.identity;
  return { ...identity, name: connection === main ? texts.backup.alike(main) : connection };
}
