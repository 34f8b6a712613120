import { texts } from '../../contract/texts/texts.ts';
import type { ConnectionKind } from '../../contract/desk-api/connections.ts';
import {
  type AppView,
  type AppConnection,
  type Notice,
  staleAfter,
  type SubCompositionView,
} from '../../contract/desk-api/desk-api.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import { addressOf, withAddresses } from '../../contract/model/address.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import {
  Endings,
  itemsAmong,
  type Operation,
  type OperationItem,
  type Outcome,
  type Press,
  type Request,
} from './operation.ts';
import { Lane, operationDeadline } from './lane.ts';
import { QuotaGovernor, type Quotas } from './link/quota.ts';
import type { AccountPort, ConnectionPort, RequestNote } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { ClockOffset } from './link/clock-offset.ts';
import type { OpenTruth, TruthFrame, TruthLink, TruthTarget } from './link/truth-link.ts';
import { sendPanic, update } from './update.ts';
import type { SubState } from './confirmed.ts';
import type { WayBack } from './way-back.ts';
import { AppState } from './app-state.ts';
import { Panic } from './panic.ts';
import { captions } from '../../contract/words/words.ts';

export interface AppTarget extends TruthTarget {
  connection: ConnectionPort;
  kind?: ConnectionKind;
  account?: AccountPort | undefined;
  openTruth: OpenTruth;
  /** The main's name, for the backup that is active in its place. */
  shownAs?: string | undefined;
}

export interface AppIdentity {
  /** Contains no slash and never changes. */
  key: string;
  /** Shown until the service reports the name of the app instance. */
  name: string;
  kind: ConnectionKind;
}

export interface OpenAppPorts {
  clock: Clock;
  /** 0 to 1, to spread reconnects. */
  random(): number;
  knownError: KnownError;
  quotas: Quotas;
  sending?(operation: Operation): RequestNote;
  settled(operation: Operation, outcome: Outcome): void;
  changedSubs(ids: Iterable<string>): void;
  changed(what: 'app' | 'model'): void;
  onFrame?(frame: TruthFrame, touched: readonly string[]): void;
  /** Pending work will not continue; examples: `Panic`, `Arena was lost`. */
  cut?(why: (app: string) => string): void;
  /** A panic was not confirmed. If this callback is absent, the app raises an alarm itself. */
  panicFailed?(text: string): void;
  notice(notice: Required<Pick<Notice, 'id' | 'text'>> & Pick<Notice, 'alarm'>): void;
}

/** One controlled app instance: confirmed state, lane and preparation. All ids are within the app. */
export class OpenApp {
  readonly identity: AppIdentity;
  readonly state = new AppState();
  readonly endings = new Endings();
  backup: AppView['backup'] = null;
  readonly serviceClock: ClockOffset;
  readonly wayBack: WayBack;
  onPanic: ((press: Press) => void) | undefined;
  onRequest: (() => void) | undefined;
  readonly #ports: OpenAppPorts;
  readonly #lane: Lane;
  readonly #panics: Panic;
  readonly #quota: QuotaGovernor;
  #target: AppTarget | undefined;
  #callOffStale: () => void = () => {};
  readonly #sent = new WeakMap<Operation, { to: AppTarget; note: RequestNote | undefined }>();
  /** The last items sent for a panic, if the service refused the panic's own items. */
  readonly #panicItems = new WeakMap<Operation, readonly OperationItem[]>();
  #hasAlarm = false;
  #isUnstored = false;
  #truth: TruthLink | undefined;
  /** The channel and polling count revisions each for itself. */
  #countedBy: TruthLink['mode'] = 'live';
  #model: { of: readonly ModelItem[]; addressed: ModelItem[] } = { of: [], addressed: [] };

  constructor(identity: AppIdentity, ports: OpenAppPorts) {
    [this.identity, this.#ports] = [identity, ports];
    this.#quota = new QuotaGovernor(ports.clock, () => ports.changed('app'));
    this.serviceClock = new ClockOffset(ports.clock);
    this.#lane = new Lane({
      clock: ports.clock,
      send: (operations, how) => this.#send(operations, how),
      knownError: ports.knownError,
      layerOf: (id) => this.state.confirmed.layerOf(id),
      valuesWait: (waited) => this.#quota.wait('values', waited),
      settle: (operation, outcome) => this.#settle(operation, outcome),
    });
    this.#panics = new Panic(this.state.confirmed, ports.clock, {
      alarm: (text) => (ports.panicFailed ? ports.panicFailed(text) : this.#alarm(text)),
      settled: (panic, outcome) => {
        if (outcome.result === 'confirmed') this.#endAlarm();
        this.endings.ended(panic, outcome);
        const { items, start, since = start } = panic;
        ports.settled({ ...panic, start: since, items: this.#panicItems.get(panic) ?? items }, outcome);
        this.#sent.get(panic)?.note?.takeBack();
      },
    });
    this.wayBack = this.#panics.wayBack;
  }

  get name(): string {
    return this.#target?.shownAs ?? this.state.confirmed.app?.name ?? this.identity.name;
  }

  get kind(): ConnectionKind {
    return this.#target?.kind ?? this.identity.kind;
  }

  get truth(): TruthLink | undefined {
    return this.#truth;
  }

  get target(): AppTarget | undefined {
    return this.#target;
  }

  get model(): ModelItem[] {
    const of = this.state.confirmed.model;
    if (this.#model.of !== of) this.#model = { of, addressed: withAddresses(this.identity.key, of) };
    return this.#model.addressed;
  }

  get subs(): [string, SubCompositionView][] {
    return [...this.state.confirmed.ids].map((id) => [addressOf(this.identity.key, id), this.state.view(id)]);
  }

  /** Milliseconds by which the service's clock is ahead; null until the service reports its time. */
  get clockAhead(): number | null {
    return this.serviceClock.known ? this.serviceClock.ahead : null;
  }

  get outputProblems(): string[] {
    const { outputs, confirmed } = this.state;
    return outputs.problems(confirmed.model.length > 0, (value) => confirmed.usersOf(value), confirmed.app?.outputs);
  }

  view(): AppView {
    return {
      key: this.identity.key,
      name: this.name,
      kind: this.kind,
      connection: this.state.connection,
      truth: this.#truth?.mode ?? 'live',
      app: this.state.confirmed.app,
      outputs: this.state.outputs.list,
      quota: this.#quota.gauge,
      backup: this.backup,
    };
  }

  /** Replaces the target. Sends nothing and adopts the state there; an identical live connection goes on. */
  connect(target: AppTarget): void {
    if (this.#isLiveAt(target)) {
      this.#target = target;
      return this.#ports.changed('app');
    }
    this.#truth?.close();
    this.#callOffStale();
    this.#lane.cut(new OverlayError('service-lost'));
    if (!this.#isAt(target)) {
      if (this.#target) this.#ports.cut?.(texts.app.movedToOtherService);
      this.#panics.targetChanged();
      this.#quota.leave();
      if (this.#target) this.state.beginAnew();
      this.#countedBy = 'live';
      this.serviceClock.forget();
    }
    this.#target = target;
    // The state at the previous target says nothing about this target.
    if (this.state.connection.status === 'live') this.#setConnection({ status: 'connecting' });
    this.#setConnection({ service: target.base, stale: false });
    const { clock, random, knownError } = this.#ports;
    this.#truth = target.openTruth(target, {
      clock,
      random,
      knownError,
      connection: target.connection,
      quota: this.#quota,
      onAccount: (account) => this.#ports.quotas.joins(this.#quota, { base: target.base, account }),
      revision: () => this.state.confirmed.revision,
      onFrame: (frame) => this.#onFrame(frame),
      onLost: (reason) => this.lose(reason),
    });
    this.#ports.changed('app');
    this.#ports.changedSubs(this.state.confirmed.ids);
  }

  /** Marks everything unknown, ends pending operations and keeps nothing to send later. The operator sees `reason`. */
  lose(reason: string, how: 'lost' | 'moves' = 'lost'): void {
    this.#callOffStale();
    const why = how === 'lost' ? texts.app.lost : texts.app.movedToOtherService;
    if (this.state.connection.status === 'live') this.#ports.cut?.(why);
    this.#setConnection({ status: 'lost', reason, stale: false });
    this.state.outputs.lose();
    this.#lane.cut(new OverlayError('service-lost'));
    this.#ports.changed('app');
    this.#ports.changedSubs(this.state.confirmed.ids);
  }

  /** The target is gone for now; {@link OpenApp.connect} follows once a target exists. The operator sees `reason`. */
  disconnect(reason: string, how?: 'moves'): void {
    this.#truth?.close();
    this.#truth = undefined;
    this.lose(reason, how);
  }

  close(): void {
    this.#callOffStale();
    this.#truth?.close();
    this.#truth = undefined;
    this.#quota.leave();
    this.#setConnection({ status: 'lost' });
    this.#lane.close(new OverlayError('service-lost'));
  }

  /** Throws `not-connected`, or `call-invalid` if the show lacks a sub-composition. */
  send(request: Request, press: Press): Operation {
    for (const { id } of request.items) this.state.sub(id);
    const operation = this.#operation({ ...request, items: this.state.signed(request, press) }, press);
    this.state.begin(operation);
    if (this.state.connection.status !== 'live') {
      const error = new OverlayError('not-connected');
      this.#settle(operation, { result: 'failed', error });
      throw error;
    }
    this.#panics.requested(operation);
    this.#lane.push(operation);
    this.onRequest?.();
    this.#ports.changedSubs(idsOf(operation));
    return operation;
  }

  refuse(request: Request, press: Press, error: OverlayError): void {
    this.#ports.settled(this.#operation(request, press), { result: 'failed', error });
  }

  /**
   * Takes everything Out by a jump in one request, ahead of the queue, including sub-compositions confirmed Out. Sends
   * even without a reported show, and raises an alarm if not confirmed.
   */
  panic(press: Press, called: Pick<Request, 'action' | 'purpose'> = { action: captions.panic }): Operation {
    this.#ports.cut?.(() => captions.panic);
    const names = [...this.state.believedIn];
    const operation = this.#operation({ kind: 'panic', ...called, items: this.#panics.items, names }, press);
    const isLive = this.state.connection.status === 'live';
    if (operation.items.length === 0 && (isLive || !this.#target)) this.#panicSendsNothing(operation);
    else {
      this.#panics.begin(operation, this.state, this.#lane.underWay);
      this.#lane.panic(operation);
      this.state.begin(operation);
      this.#ports.changedSubs(idsOf(operation));
    }
    this.onPanic?.(press);
    return operation;
  }

  #panicAgain(): void {
    const due = this.#panics.due();
    if (!due) return;
    const { since = due.operation.start } = due.operation;
    const now = { start: this.#ports.clock.monotonic(), items: due.items, names: idsOf(due) };
    const operation = { ...due.operation, ...now, since };
    this.#panics.beginAgain(operation, this.#lane.underWay);
    this.#lane.sendBeside(operation);
    this.state.begin(operation);
    this.#ports.changedSubs(idsOf(operation));
  }

  /** A loaded show without any state is Out. Without a target, the on-air state is unknown. */
  #panicSendsNothing(operation: Operation): void {
    if (this.state.connection.status === 'live') return this.#end(operation, { result: 'confirmed', revision: null });
    this.#end(operation, { result: 'failed', error: new OverlayError('not-connected') });
    this.#panics.alarm(texts.panic.notSent);
  }

  /** The state to mirror: acknowledged values, with panicked sub-compositions forced Out. */
  stateToMirror(id: string): SubState | undefined {
    return this.#panics.withPanicOut(id, this.state.acknowledged(id));
  }

  get panickedNotOut(): Iterable<string> {
    return this.#panics.notOut;
  }

  #alarm(text: string): void {
    this.#hasAlarm = true;
    this.#ports.notice({ id: `panic ${this.identity.key}`, text: `${this.name}: ${text}`, alarm: true });
  }

  #endAlarm(): void {
    if (!this.#hasAlarm) return;
    this.#hasAlarm = false;
    this.#ports.notice({ id: `panic ${this.identity.key}`, text: texts.panic.confirmedNow(this.name) });
  }

  #operation(request: Request, press: Press): Operation {
    return { ...request, ...press, app: this.identity.key };
  }

  async #send(
    operations: readonly Operation[],
    how: { signal: AbortSignal; onSent: () => void },
  ): Promise<number | null> {
    const target = this.#target;
    if (!target) throw new OverlayError('not-connected');
    for (const operation of operations) {
      this.#sent.set(operation, { to: target, note: this.#ports.sending?.(operation) });
      this.state.undo.sending(operation, (id) => this.state.acknowledged(id));
    }
    this.#truth?.hurry();
    const notAfter = this.#notAfter(operations);
    const ports = { ...how, notAfter, clock: this.#ports.clock, quota: this.#quota };
    const panic = operations.find(({ kind }) => kind === 'panic');
    const kept = operations.flatMap((operation) => this.#sent.get(operation)?.note?.kept ?? []);
    if (!panic) return update(target, operations, { ...ports, kept });
    const onAir = itemsAmong(panic.items, this.state.believedIn);
    const sending = (items: readonly OperationItem[]): void => void this.#panicItems.set(panic, items);
    const until = panic.start + operationDeadline;
    return sendPanic(target, { onAir, all: panic.items }, { ...ports, until, sending });
  }

  /**
   * The deadline by the service's clock, so that a stalled service does not carry out expired operations. Panics have
   * no deadline, and polling knows the clock too roughly.
   */
  #notAfter(operations: readonly Operation[]): number | null {
    const clock = this.serviceClock;
    if (!clock.known || this.#truth?.mode !== 'live' || operations.some(({ kind }) => kind === 'panic')) return null;
    return clock.at(Math.min(...operations.map(({ start }) => start)) + operationDeadline);
  }

  #settle(operation: Operation, outcome: Outcome): void {
    const to = this.#sent.get(operation)?.to;
    const from = !to || this.#isAt(to) ? this.#from(outcome) : null;
    if (outcome.result !== 'confirmed') this.#truth?.hurry();
    const foreign = this.state.settle(operation, outcome, { from, now: this.#now() });
    // A panic ends only when the confirmed state shows it.
    if (operation.kind !== 'panic') this.#end(operation, outcome);
    const live = this.state.connection.status === 'live';
    if (this.#panics.settled({ operation, outcome, from, live })) this.#truth?.restart();
    this.#ports.changedSubs([...idsOf(operation), ...foreign]);
  }

  #end(operation: Operation, outcome: Outcome): void {
    this.endings.ended(operation, outcome);
    this.#ports.settled(operation, outcome);
    this.#sent.get(operation)?.note?.takeBack();
  }

  #from(outcome: Outcome): number {
    if (outcome.result !== 'confirmed') return Infinity;
    return this.#truth?.acknowledged(outcome.revision) ?? this.state.confirmed.revision;
  }

  #now(): Pick<Press, 'at' | 'start'> {
    return { at: this.#ports.clock.now(), start: this.#ports.clock.monotonic() };
  }

  #isLiveAt(target: AppTarget): boolean {
    const live = this.#truth !== undefined && this.state.connection.status === 'live';
    return live && this.#isAt(target) && target.connection === this.#target?.connection;
  }

  #isAt({ base, token }: TruthTarget): boolean {
    return base === this.#target?.base && token === this.#target.token;
  }

  #onFrame(frame: TruthFrame): void {
    if (frame.type === 'outputs') {
      const { revision, app } = this.state.confirmed;
      const at = { now: this.#ports.clock.monotonic(), told: frame.now, revision, outputs: app?.outputs };
      this.state.outputs.update(frame.outputs, at);
      return this.#ports.changed('app');
    }
    if (frame.type === 'desks') return this.#ports.onFrame?.(frame, []);
    const { mode = 'live', reason = '' } = this.#truth ?? {};
    if (mode !== this.#countedBy) this.state.beginAnew();
    this.#countedBy = mode;
    this.serviceClock.learn(frame.now, mode);
    const { revision } = this.state.confirmed;
    const applied = this.state.apply(frame, this.#now(), this.serviceClock);
    if (!applied) return this.#truth?.restart();
    if (frame.type === 'beat') this.#noteStored(frame.unstored === true);
    const wasBelieved = this.state.isBelieved;
    this.#setConnection({ status: 'live', reason, confirmedAt: this.#ports.clock.now(), stale: false });
    this.#watchAge();
    const free = this.#panics.confirmed(frame.type !== 'change');
    this.#panicAgain();
    if (frame.type === 'snapshot') {
      const isLoaded = frame.loads === 'anew' && revision >= 0 && frame.revision > revision;
      if (isLoaded && this.state.confirmed.in.size === 0) this.#ports.cut?.(texts.app.loadedAnew);
      this.#panics.prepare();
      this.#ports.changed('model');
    }
    const touched = [...applied.touched];
    this.#ports.changedSubs(wasBelieved ? [...touched, ...applied.inside] : this.state.confirmed.ids);
    this.#ports.changed('app');
    this.#ports.onFrame?.(frame, [...touched, ...free]);
    if (applied.changes.length === 0) return;
    const text = `${this.name}: ${applied.changes.join(' ')}`;
    this.#ports.notice({ id: `model ${this.identity.key} ${frame.revision}`, text });
  }

  #noteStored(isUnstored: boolean): void {
    if (isUnstored === this.#isUnstored) return;
    this.#isUnstored = isUnstored;
    const text = isUnstored ? texts.app.notOnDisk : texts.app.onDiskAgain;
    const notice = { id: `unstored ${this.identity.key}`, text: `${this.name}: ${text}` };
    this.#ports.notice(isUnstored ? { ...notice, alarm: true } : notice);
  }

  /** Polled links only: a silent live channel is lost much earlier. */
  #watchAge(): void {
    this.#callOffStale();
    if (this.#truth?.mode !== 'polled') return;
    this.#callOffStale = this.#ports.clock.after(staleAfter.polled, () => {
      this.#setConnection({ stale: true });
      this.#ports.changed('app');
      this.#ports.changedSubs(this.state.confirmed.ids);
    });
  }

  #setConnection(change: Partial<AppConnection>): void {
    this.state.connection = { ...this.state.connection, ...change };
  }
}

function idsOf({ items }: Pick<Request, 'items'>): string[] {
  return items.map(({ id }) => id);
}
