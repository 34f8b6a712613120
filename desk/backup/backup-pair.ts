import { texts } from '../../contract/texts/texts.ts';
import type { BackupSettings, InUse } from '../../contract/desk-api/backup.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import type { Operation, OperationItem, Outcome, Press } from '../app/operation.ts';
import { OpenApp, type AppTarget } from '../app/open-app.ts';
import { type Called, FailOver, LossWatch } from './fail-over.ts';
import { ActiveWord } from './active-word.ts';
import { PairHold } from './pair-hold.ts';
import { lagsAfter, Mirror } from './mirror.ts';
import { EarliestTimer } from '../../contract/earliest-timer.ts';
import { BackupState, notCompared } from './backup-state.ts';
import { PanicNotice } from './panic-notice.ts';
import type { TruthFrame } from '../app/link/truth-link.ts';
import type { ActiveSide, DesksFrame } from '../../contract/service-api/desk-presence.ts';
import { actionsOf, PairedApps } from './paired-apps.ts';
import type { Ground } from '../ground.ts';
import { type KnownApp, pageAddresses, placeOfBoth } from './pair-addresses.ts';
import { appTarget } from '../log/recording.ts';

interface PairDesk {
  ground: Ground;
  name(): string;
  save(): void;
  mirrored(items: readonly OperationItem[]): void;
}

const mirroring = 'Mirror';

/**
 * An app and its backup; operators see the active side. While the main is active, its state is mirrored from the
 * operator's first action; while the backup is active, the main is only compared.
 */
export class BackupPair {
  readonly active: OpenApp;
  readonly #ground: Ground;
  readonly #knownError: KnownError;
  readonly #desk: PairDesk;
  readonly standby: OpenApp;
  readonly #apps: PairedApps;
  readonly #mirror: Mirror;
  readonly #hold: PairHold;
  readonly #word: ActiveWord;
  readonly #loss: LossWatch;
  readonly #state: BackupState;
  readonly #panicNotice: PanicNotice;
  readonly #failOver = this.#openFailOver();
  readonly #refreshTimer: EarliestTimer;
  readonly #targets: Record<InUse, AppTarget | undefined> = { main: undefined, backup: undefined };
  readonly #pages: Record<InUse, KnownApp> = { main: null, backup: null };
  /** While the backup is active: ids that may differ on the main. */
  #suspects = new Set<string>();
  #settings: BackupSettings;
  #waiting: ((outcome: Outcome) => void) | undefined;
  #ended = false;
  #content: { progress: string; drift: readonly string[] } = { progress: '', drift: [] };

  constructor(settings: BackupSettings, active: OpenApp, desk: PairDesk) {
    [this.active, this.#settings] = [active, settings];
    // An app on air keeps its connection when it gets a backup.
    this.#targets[settings.inUse] = active.target;
    [this.#ground, this.#desk] = [desk.ground, desk];
    const { clock, faults, notices, quotas } = desk.ground;
    const knownError = (this.#knownError = faults.in('operating'));
    this.#state = new BackupState(clock);
    this.#panicNotice = new PanicNotice(notices, () => this.#settings);
    this.#refreshTimer = new EarliestTimer(clock, () => this.#refresh());
    this.standby = new OpenApp(settings.backup, {
      clock,
      random: Math.random,
      knownError,
      quotas,
      settled: (operation, outcome) => this.#settled(operation, outcome),
      changedSubs: () => undefined,
      changed: () => this.appChanged(),
      onFrame: (frame, ids) => this.#onStandbyFrame(frame, ids),
      panicFailed: (text) => this.#panicNotice.raise(this.#standbySide, text, this.#failOver.moving),
      notice: () => undefined,
    });
    this.standby.state.outputs.isStandby = true;
    active.onPanic = (press) => this.#panic(press);
    active.onRequest = () => this.startMirroring();
    this.#apps = new PairedApps({ active, standby: this.standby }, clock);
    this.#mirror = new Mirror(
      clock,
      () => (this.#mirrors ? this.#apps.pairToMirror('main') : undefined),
      (items) => this.#sendToStandby(items, { action: mirroring, purpose: 'mirror' }, this.#ownPress(mirroring)),
    );
    this.#hold = new PairHold(settings.inUse, {
      clock,
      deskName: desk.name,
      send: (message) => this.#appOf('backup').truth?.send(JSON.stringify(message)),
      isEager: () => this.#settings.after !== null,
      yielded: () => this.#mirror.rest(),
      changed: () => this.appChanged(),
    });
    this.#word = new ActiveWord(clock, (to, message) => this.#appOf(to).truth?.send(JSON.stringify(message)));
    this.#loss = new LossWatch(clock, () => this.#failOverByItself());
  }

  get settings(): BackupSettings {
    return this.#settings;
  }

  target(which: InUse): AppTarget | undefined {
    return this.#targets[which];
  }

  get standbyOpening(): boolean {
    return this.standby.target !== undefined && this.standby.state.connection.status === 'connecting';
  }

  /** Without a live channel, the standby backup is not mirrored and the pair does not fail over by itself. */
  get isUnmirrored(): boolean {
    return this.#settings.inUse === 'main' && this.standby.truth?.mode === 'polled';
  }

  set content(known: Partial<{ progress: string; drift: readonly string[] }>) {
    this.#content = { ...this.#content, ...known };
    this.#refresh();
  }

  set(change: Partial<Pick<BackupSettings, 'after' | 'copied'>>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#desk.save();
    // A desk with automatic fail-over operates the pair.
    if (change.after !== undefined && change.after !== null) this.#hold.begin();
    this.appChanged();
  }

  /** After an operator's act: a restarted desk sends nothing by itself, nor while another desk operates the pair. */
  startMirroring(): void {
    if (!this.isUnmirrored && this.#hold.begin()) this.#mirror.begin();
  }

  /** The desk that creates a pair operates it. An earlier pair of these services may have left its word there. */
  begin(): void {
    this.#word.say(this.#settings.inUse);
    this.#hold.operate(this.#settings.inUse);
    this.startMirroring();
  }

  /**
   * Operates the pair from this desk. If another desk runs it on the other side, follows to that side, because it is on
   * air. Rejects with `backup-refused` or `backup-polled`.
   */
  async takeOver(press: Press): Promise<void> {
    if (this.isUnmirrored) throw new OverlayError('backup-polled');
    const { inUse: present, backup } = this.#settings;
    const { inUse = present } = this.#hold.other ?? {};
    if (inUse !== present) return this.move(inUse, press);
    const side = (await this.#hold.takeOver()) ?? present;
    const { other } = this.#hold;
    if (other) throw new OverlayError('backup-refused', texts.backup.otherDeskOperates(other.desk, backup.name));
    if (side !== present) return this.move(side, press);
    this.startMirroring();
  }

  open(which: InUse, target: AppTarget): void {
    this.#targets[which] = target;
    if (!this.#failOver.moving) this.#connect(which);
  }

  close(which: InUse): void {
    this.#targets[which] = undefined;
    if (!this.#failOver.moving) this.#connect(which);
  }

  disconnect(kind: AppTarget['kind'], reason: string): void {
    if (this.standby.target?.kind === kind) this.standby.disconnect(reason);
  }

  /** Closes the standby. The active app continues unchanged. */
  end(): void {
    this.#ended = true;
    this.#loss.update(false, null);
    this.#refreshTimer.stop();
    this.#mirror.stop();
    this.#hold.end();
    this.standby.close();
    this.active.onPanic = undefined;
    this.active.onRequest = undefined;
    this.active.backup = null;
  }

  onFrame(frame: TruthFrame, ids: readonly string[]): void {
    if (frame.type === 'desks') return this.#onDesks(this.#settings.inUse, frame);
    if (frame.type === 'beat') this.#onBeat(this.#settings.inUse, frame.active);
    this.#lookAtClock('active');
    const all = [...ids, ...(frame.type === 'snapshot' ? this.standby.state.confirmed.in : [])];
    if (this.#settings.inUse === 'main') this.#mirror.mainChanged(all, actionsOf(frame));
    this.#suspect(all);
  }

  #onStandbyFrame(frame: TruthFrame, ids: readonly string[]): void {
    if (frame.type === 'desks') return this.#onDesks(this.#standbySide, frame);
    if (frame.type === 'beat') this.#onBeat(this.#standbySide, frame.active);
    this.#lookAtClock('standby');
    if (this.#settings.inUse === 'main') this.#mirror.backupChanged(ids);
    this.#suspect(ids);
  }

  #onDesks(which: InUse, frame: DesksFrame): void {
    if (which === 'backup') this.#hold.onDesks(frame);
    this.#word.repeat(which);
  }

  #onBeat(which: InUse, active: ActiveSide | undefined): void {
    this.#word.heard(which, active, this.#hold.isOurs ? this.#settings.inUse : undefined);
    this.#follow();
  }

  #appOf(which: InUse): OpenApp {
    return this.#settings.inUse === which ? this.active : this.standby;
  }

  /** As each side last said: a side that is away may hold what the other side said before they changed places. */
  #pagesOf(which: InUse): KnownApp {
    const { isBelieved, confirmed } = this.#appOf(which).state;
    if (isBelieved) this.#pages[which] = confirmed.app;
    return this.#pages[which];
  }

  /** Timers depend on the service's clock, so a corrected clock makes every sub-composition suspect. */
  #lookAtClock(which: 'active' | 'standby'): void {
    if (!this.#apps.isClockCorrected(which)) return;
    const ids = [...this.#apps[which].state.confirmed.ids];
    if (this.#settings.inUse === 'main') this.#mirror.backupChanged(ids);
    this.#suspect(ids);
  }

  #suspect(ids: readonly string[]): void {
    if (this.#settings.inUse === 'backup') for (const id of ids) this.#suspects.add(id);
    if (this.#suspects.size > 0 || this.#mirror.busy) this.#refreshTimer.within(lagsAfter);
  }

  appChanged(): void {
    if (this.#ended) return;
    const { state, truth } = this.#appOf('backup');
    if (truth?.mode === 'polled') this.#hold.unseen();
    else if (state.connection.status === 'lost') this.#hold.lose();
    const { inUse, after } = this.#settings;
    const { connection, isBelieved, confirmed } = this.active.state;
    // An app that was never live is not lost: no known picture exists to fail over.
    const wasLive = connection.status !== 'connecting' && confirmed.model.length > 0;
    const lost = inUse === 'main' && wasLive && !isBelieved;
    if (!this.#failOver.moving) this.#loss.update(lost, after);
    if (this.#loss.isDue) this.#failOverByItself();
    this.#mirror.sendDue();
    this.#follow();
    this.#refreshTimer.within(0);
  }

  /** The side that another desk made active is on air: this desk goes there, and sends nothing. */
  #follow(): void {
    const { side = this.#settings.inUse } = this.#word;
    if (side === this.#settings.inUse || this.#failOver.moving || !this.standby.state.isBelieved) return;
    this.#failOver.followed(side, this.#ownPress(texts.backup.otherDesk(this.#hold.other?.desk)));
    this.#goTo(side, () => this.#hold.follow(side));
  }

  /** See {@link FailOver}. Rejects with `backup-refused` or `press-refused`. */
  async move(to: InUse, press: Press): Promise<void> {
    const late = this.#ground.presses.tooLate(press);
    if (late) {
      this.#failOver.refuse(to, press, late);
      throw late;
    }
    await this.#failOver.moveTo(to, press);
  }

  /** Returns whether the on-air state of that side is adopted. */
  async #takeOverFor(to: InUse): Promise<boolean> {
    const isThere = this.#hold.elsewhere === to;
    await this.#hold.takeOver();
    return isThere;
  }

  #failOverByItself(): void {
    if (!this.#hold.isOurs) return;
    if (this.#failOver.moving || !this.standby.state.isBelieved) return;
    this.move('backup', this.#ownPress(texts.backup.automatic)).catch((thrown: unknown) =>
      this.#notice(texts.backup.notByItself(this.#settings.main.name, this.#knownError(thrown).message)),
    );
  }

  get #awayReason(): string {
    const { target, state } = this.standby;
    if (!target) return texts.backup.notConnected;
    return state.connection.stale ? texts.check.stale : state.connection.reason;
  }

  #openFailOver(): FailOver {
    return new FailOver({
      knownError: (thrown) => this.#knownError(thrown),
      name: () => this.#settings.main.name,
      inUse: () => this.#settings.inUse,
      awayReason: () => (this.standby.state.connection.status === 'live' ? undefined : this.#awayReason),
      takeOver: (to) => this.#takeOverFor(to),
      pair: () => this.#apps.pairToMirror(this.#settings.inUse),
      refused: () => (this.#settings.inUse === 'main' ? this.#mirror.refusals.keys() : []),
      send: (items, { press, ...called }) =>
        new Promise((resolve) => {
          this.#waiting = resolve;
          this.#sendToStandby(items, called, { ...press, start: this.#ground.clock.monotonic() });
        }),
      cut: () => this.active.disconnect(texts.backup.failingOver(this.#settings.backup.name), 'moves'),
      abandon: () => this.#connectBoth(),
      finish: (to, missing) => this.#changePlaces(to, missing),
      changed: () => {
        this.appChanged();
        this.#refresh();
      },
      log: ({ action, purpose, items, outcome, press }) => {
        const { identity, name } = this.active;
        const targets = [appTarget({ key: identity.key, name })];
        this.#ground.recording.changed(this.active, { kind: purpose, action, targets, items, ...press }, outcome);
      },
    });
  }

  #changePlaces(inUse: InUse, { left, lost }: { left: string[]; lost: string[] }): void {
    this.#word.say(inUse);
    this.#goTo(inUse, () => {
      this.#hold.operate(inUse);
      this.startMirroring();
    });
    const refused = left.length > 0 ? [texts.backup.partlyCopied(left.join(', '))] : [];
    const told = lost.length > 0 ? [...refused, texts.backup.wentOff(inUse, lost.join(', '))] : refused;
    if (told.length > 0) this.#notice(told.join(' '));
  }

  /** `claims`: what this desk claims of the pair on its new side. */
  #goTo(inUse: InUse, claims: () => void): void {
    const [{ standing }, { standing: left }] = [this.standby.state, this.active.state];
    this.#settings = { ...this.#settings, inUse };
    this.#suspects = new Set(this.active.state.confirmed.ids);
    claims();
    this.standby.disconnect('');
    this.#connectBoth();
    if (standing) this.active.state.goOn(standing);
    if (left) this.standby.state.goOn(left);
    this.#desk.save();
  }

  #connectBoth(): void {
    for (const which of ['main', 'backup'] as const) this.#connect(which);
  }

  #connect(which: InUse): void {
    const app = this.#appOf(which);
    const target = this.#targets[which];
    if (!target) return app.disconnect(texts.backup.noConnection(which));
    const { name } = this.#pages.main ?? this.#settings.main;
    const shownAs = which === 'backup' && app === this.active ? name : undefined;
    app.connect({ ...target, shownAs });
  }

  #sendToStandby(items: OperationItem[], called: Called, press: Press): void {
    try {
      // As `values`, mirrored values leave the quota reserve to takes and keep to an operator's send rate.
      const values = called.purpose === 'mirror' && items.every(({ state }) => state === undefined);
      this.standby.send({ kind: values ? 'values' : 'take', ...called, items }, press);
      this.#desk.mirrored(items);
    } catch (thrown) {
      // Without a connection the operation has already failed and was reported. Only a fault is logged.
      this.#knownError(thrown);
    }
  }

  #settled(operation: Operation, outcome: Outcome): void {
    if (operation.kind === 'panic') return this.#ground.recording.settled(this.standby, operation, outcome);
    if (operation.purpose === 'mirror') {
      this.#mirror.settled(outcome);
      return this.#refreshTimer.within(lagsAfter);
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(outcome);
  }

  /** Panics on the standby too. Its picture may be on air through a mixer or a running fail-over. */
  #panic(press: Press): void {
    this.startMirroring();
    if (this.#failOver.moving) this.#failOver.onPanic();
    this.standby.panic(press, { action: texts.backup.panicOn(this.#standbySide), purpose: 'standbyPanic' });
  }

  #ownPress(detail: string): Press {
    return this.#ground.presses.uncounted({ trigger: { kind: 'desk', detail }, age: 0 });
  }

  #notice(text: string): void {
    this.#ground.notices.keep({ id: `backup ${this.#settings.main.key}`, text });
  }

  get #standbySide(): InUse {
    return this.#settings.inUse === 'main' ? 'backup' : 'main';
  }

  /** A fail-over helps only if the backup outlives the main, and a picture draws the backup. */
  get #unproved(): string[] {
    const { main, backup } = this.#targets;
    const shares = main && backup && placeOfBoth(main.base, backup.base);
    const { name } = this.#settings.backup;
    const drawn =
      this.standby.state.outputs.list === null
        ? [texts.backup.pagesUnknown]
        : this.standby.outputProblems.map((problem) => texts.backup.pictureOf(name, problem));
    return [...(shares ? [texts.backup.sharesFailure(shares)] : []), ...drawn];
  }

  get #mirrors(): boolean {
    return this.#settings.inUse === 'main' && this.#hold.isOurs && !this.#failOver.moving && this.#apps.areBelieved;
  }

  #refresh(): void {
    this.#refreshTimer.cancel();
    this.#panicNotice.look((side) => this.#appOf(side).state);
    const { backup, inUse, after } = this.#settings;
    const mirrored = inUse === 'main';
    const { view, differing } = this.#state.update({
      pair: this.#apps.pair(inUse),
      believed: this.standby.state.isBelieved,
      unmirrored: this.isUnmirrored,
      suspects: mirrored ? [...this.#mirror.lagging, ...this.active.panickedNotOut] : this.#suspects,
      refusals: mirrored ? this.#mirror.refusals : new Map(),
      content: this.#content.drift,
      moving: this.#failOver.moving,
      rest: {
        key: backup.key,
        name: backup.name,
        inUse,
        reason: this.#awayReason,
        unproved: mirrored && this.standby.state.isBelieved ? this.#unproved : [],
        addresses: pageAddresses(this.#pagesOf('main'), this.#pagesOf('backup')),
        after,
        waits: mirrored && this.#mirror.waits,
        // Only the desk that operates the pair fails over automatically.
        failsOverAt: this.#hold.isOurs ? this.#loss.failsOverAt : null,
        content: this.#content.progress || notCompared(this.#targets),
        operator: this.#hold.other?.desk ?? null,
      },
    });
    if (!mirrored) this.#suspects = new Set(differing);
    if (mirrored && this.#mirror.busy) this.#refreshTimer.within(lagsAfter);
    if (!view) return;
    this.active.backup = view;
    this.#ground.screens.changed();
  }
}
