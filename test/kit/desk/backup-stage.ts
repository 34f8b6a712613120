import { Quotas } from '../../../desk/app/link/quota.ts';
import type { BackupSettings, BackupView } from '../../../contract/desk-api/backup.ts';
import { isPress } from '../../../contract/model/canonical-value.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { Operation, OperationItem, Outcome, Request } from '../../../desk/app/operation.ts';
import { OpenApp } from '../../../desk/app/open-app.ts';
import { OpenApps } from '../../../desk/app/open-apps.ts';
import { Backups, type ReachedTarget } from '../../../desk/backup/backups.ts';
import { Facts } from '../../../desk/ground.ts';
import type { ConnectionPort, HttpRequest } from '../../../desk/ports.ts';
import { openTruth } from '../../../desk/app/link/live-or-poll.ts';
import { ManualClock, settled } from '../manual-clock.ts';
import { groundOn, noScreens } from './ground.ts';
import { f1, pressesBy } from './presses.ts';
import { type MemorySettings, memorySettings, type ScriptedPorts } from './scripted-ports.ts';
import { ScriptedService } from '../service/scripted-service.ts';
import { ServedShow } from '../service/served-show.ts';
import { smallShow } from '../service/small-show.ts';
import type { AppChange } from '../../../desk/log/recording.ts';
import { knownError } from './recording-log.ts';

export interface BackupWishes {
  /** What the main holds; the small show where it is absent. */
  show?: Composition;
  /** What the backup holds; the same as the main where it is absent. */
  backupShow?: Composition;
  /** Milliseconds that the clock of the backup's service is ahead of that of the main's. */
  ahead?: number;
  after?: number | null;
  settings?: BackupSettings[];
  hasLive?: [main: boolean, backup: boolean];
  /** Another desk on the same two services. */
  beside?: BackupStage;
  /** The name of this desk. */
  name?: string;
  /** The name that the service of the backup gives its app. */
  backupName?: string;
}

/** What a desk keeps of the two when they are main and backup. */
export function pairSettings(more: Partial<BackupSettings> = {}): BackupSettings {
  const [main, backup] = [
    { key: 'main', name: 'News', kind: 'token' },
    { key: 'spare', name: 'Spare', kind: 'token' },
  ] as const;
  return { main, backup, after: null, inUse: 'main', copied: [], ...more };
}

/**
 * What a service shows, without the times of what is running. A press leaves nothing to show, and one that came too late
 * for the backup is not made there.
 */
export function picture({ show }: ScriptedService): unknown {
  return show.control().map(({ subCompositionId: id, state, payload }) => [
    id,
    state,
    Object.entries(payload)
      .filter(([, value]) => !isPress(value))
      .map(([field, value]) => {
        if (typeof value !== 'object' || !('isRunning' in value)) return [field, value];
        return [field, value.isRunning ? 'runs' : value.value];
      }),
  ]);
}

/** An app with its backup, on two services without sockets. */
export class BackupStage {
  readonly clock: ManualClock;
  readonly #quotas: Quotas;
  readonly #facts = new Facts();
  readonly apps = new OpenApps(
    (identity) => this.#newApp(identity),
    () => undefined,
    () => ({ view: [], unopened: [] }),
  );
  readonly main: ScriptedService;
  readonly backup: ScriptedService;
  readonly desk: Backups;
  readonly ended: { operation: Operation; outcome: Outcome }[] = [];
  readonly #settings: MemorySettings;
  readonly notices: string[] = [];
  /** The ids of the notices that the desk took away. */
  readonly dismissed: string[] = [];
  /** How many updates this desk sent to each, without panics: those go to both, and are sent again where they got lost. */
  readonly updates = { main: 0, spare: 0 };
  /** Every view of the backup that was told, the same ones once. */
  readonly told: BackupView[] = [];
  /** The next press of an operator. */
  readonly nextPress: ReturnType<typeof pressesBy>;

  constructor(wishes: BackupWishes = {}) {
    const {
      show = smallShow,
      backupShow = show,
      ahead = 0,
      settings = [],
      hasLive = [true, true],
      beside,
      name = 'Desk',
      backupName = 'Spare',
    } = wishes;
    const clock = (this.clock = beside?.clock ?? new ManualClock());
    this.#quotas = new Quotas();
    this.nextPress = pressesBy(clock);
    const shows = [
      new ServedShow('News', show, { clock: clock.now, url: 'http://main' }),
      new ServedShow(backupName, backupShow, { clock: () => clock.now() + ahead, url: 'http://backup' }),
    ] as const;
    this.main = beside?.main ?? Object.assign(new ScriptedService(shows[0], clock), { hasLive: hasLive[0] });
    this.backup = beside?.backup ?? Object.assign(new ScriptedService(shows[1], clock), { hasLive: hasLive[1] });
    this.#settings = memorySettings({ version: 1, backups: settings });
    const { connection } = this.main;
    const outside = { clock, connection, settings: this.#settings } as unknown as ScriptedPorts;
    const ground = groundOn(
      outside,
      noScreens(() => this.#note()),
    );
    Object.assign(ground.notices, {
      keep: ({ text }: { text: string }) => void this.notices.push(text),
      dismiss: (id: string) => void this.dismissed.push(id),
    });
    const changed = (app: OpenApp, { kind, ...change }: AppChange, outcome: Outcome): void =>
      this.#ended(app, { ...change, kind: 'take', purpose: kind } as unknown as Operation, outcome);
    Object.assign(ground.recording, { settled: this.#ended, changed });
    const { apps } = this;
    const named = { deskName: () => name, show: () => [] };
    this.desk = new Backups({ ...ground, facts: this.#facts, apps, quotas: this.#quotas }, named, openTruth);
  }

  /** What the desk wrote about its pairs, each time. */
  get saved(): BackupSettings[][] {
    return this.#settings.written.map((one) => (one as { backups: BackupSettings[] }).backups);
  }

  readonly #ended = (_app: OpenApp, operation: Operation, outcome: Outcome): void => {
    this.ended.push({ operation, outcome });
  };

  /** Both are reached, and the one is the backup of the other. */
  static async open(wishes: BackupWishes = {}): Promise<BackupStage> {
    const stage = new BackupStage(wishes);
    stage.reach('main');
    stage.reach('spare');
    await stage.clock.pass(10);
    if (!wishes.settings) {
      await stage.desk.calls.setBackup({ app: 'main', backup: 'spare', after: wishes.after ?? null });
      await stage.clock.pass(100);
    }
    return stage;
  }

  /** A connection leads to one of them from now on; `more`: how else than by its token. */
  reach(which: 'main' | 'spare', more: Partial<ReachedTarget> = {}): void {
    const service = which === 'main' ? this.main : this.backup;
    const base = which === 'main' ? 'http://main' : 'http://backup';
    const connection: ConnectionPort = {
      ...service.connection,
      request: (request, signal) => {
        if (request.method === 'PATCH' && !isPanic(request.body)) this.updates[which] += 1;
        return service.connection.request(request, signal);
      },
    };
    this.desk.open({ key: which, name: service.show.name, kind: 'token', base, token: 'tok', connection, ...more });
  }

  /** The desk ends. What it controlled stays as it is. */
  close(): void {
    this.desk.end();
    for (const app of this.apps.all) app.close();
  }

  get app(): OpenApp {
    const app = this.apps.get('main');
    if (!app) throw new Error('The desk has no app.');
    return app;
  }

  /** How the backup stands, as screens are told. */
  get view(): BackupView {
    const { backup } = this.app;
    if (!backup) throw new Error('The app has no backup.');
    return backup;
  }

  /** Ask something of the app, as an operator does; gives whether it went on its way. */
  async press(items: OperationItem[], kind: Request['kind'] = 'take'): Promise<boolean> {
    try {
      this.app.send({ kind, action: 'Press', items }, this.nextPress());
      return true;
    } catch {
      return false;
    } finally {
      // What is on the wire is so before time goes on.
      await settled();
    }
  }

  /** Go over or back, and let that happen. Gives why it was refused; undefined where it was not. */
  async move(to: 'main' | 'backup'): Promise<string | undefined> {
    const moving = this.desk.move(to, 'main', f1).then((outcome) => ({
      over: true,
      refused: outcome.result === 'confirmed' ? undefined : outcome.error.message,
    }));
    const ongoing = { over: false, refused: undefined };
    for (;;) {
      const { over, refused } = await Promise.race([moving, settled().then(() => ongoing)]);
      if (over) return refused;
      await this.clock.pass(100);
    }
  }

  /** What the as-run log has: what was asked, by what, and how it ended. */
  get log(): string[] {
    return this.ended.map(({ operation: { action, trigger }, outcome }) => {
      const by = trigger.kind === 'desk' ? trigger.detail : trigger.kind;
      return `${action}, ${by}: ${outcome.result}`;
    });
  }

  /** The state and a value of a sub-composition in a service. */
  held(which: 'main' | 'backup', id: string, field?: string): unknown {
    const item = this[which].show.control().find(({ subCompositionId }) => subCompositionId === id);
    return field === undefined ? item?.state : item?.payload[field];
  }

  #newApp(identity: OpenApp['identity']): OpenApp {
    const app: OpenApp = new OpenApp(identity, {
      clock: this.clock,
      knownError,
      quotas: this.#quotas,
      random: () => 0.5,
      settled: (operation, outcome) => this.#ended(app, operation, outcome),
      changedSubs: () => undefined,
      changed: () => this.#facts.app.tell(app),
      onFrame: (frame, ids) => this.#facts.frame.tell(app, frame, ids),
      notice: ({ text }) => void this.notices.push(text),
    });
    return app;
  }

  #note(): void {
    const view = this.apps.get('main')?.backup;
    if (view) this.told.push(view);
  }
}

/** Only a panic says Out without a number. A panic that is sent again names only what may still be on air. */
function isPanic(body: HttpRequest['body']): boolean {
  const items = JSON.parse(Buffer.from(body ?? '[]').toString()) as { state?: unknown; action?: unknown }[];
  return items.length > 0 && items.every(({ state, action }) => state === 'Out' && action === 'jump');
}
