import type { ConnectionKind } from '../../contract/desk-api/connections.ts';
import type { AppView, Connection, Notice, SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { addressOf, withAddresses } from '../../contract/model/address.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Operation, Outcome, Press, Request } from './operation.ts';
import { Lane } from './lane.ts';
import { QuotaGovernor } from '../requests/quota.ts';
import type { AccountPort, Clock, ConnectionPort } from '../ports.ts';
import type { OpenTruth, TruthFrame, TruthLink, TruthTarget } from '../truth/truth-link.ts';
import { update } from './update.ts';
import type { SubState } from './confirmed.ts';
import { AppState } from './app-state.ts';
import { Panic } from './panic.ts';

/** Where an app instance is and how it is reached. */
export interface AppTarget extends TruthTarget {
  connection: ConnectionPort;
  /** What kind of connection leads to it; that of the app where it is absent. */
  kind?: ConnectionKind;
  /** The account of its service, where the desk has one: nothing here needs it. */
  account?: AccountPort | undefined;
  /** How the desk hears what is true of it. */
  openTruth: OpenTruth;
}

/** What an app is called, whatever its target is. */
export interface AppIdentity {
  /** Without a slash; never changes. */
  key: string;
  /** Shown until the service tells the name of the app instance. */
  name: string;
  kind: ConnectionKind;
}

export interface OpenAppPorts {
  clock: Clock;
  /** 0 to 1, to spread reconnects. */
  random(): number;
  /** An operation ended. */
  settled(operation: Operation, outcome: Outcome): void;
  /** These sub-compositions (ids of the app) show otherwise now. */
  changedSubs(ids: Iterable<string>): void;
  /** The app itself shows otherwise; `model`: its tree too. */
  changed(what: 'app' | 'model'): void;
  /** The truth was told and is held from here on; these sub-compositions may be others now. */
  onFrame?(frame: TruthFrame, touched: readonly string[]): void;
  /** A panic is not confirmed, and why; where it is absent that is an alarm of the app. */
  panicFailed?(text: string): void;
  /** The operator must know this until it is dismissed. */
  notice(notice: Required<Pick<Notice, 'id' | 'text'>> & Pick<Notice, 'alarm'>): void;
}

/**
 * One app instance that the desk controls: its truth, its lane, and what the operator prepares for it. Sub-compositions are
 * named here by their id in the app.
 */
export class OpenApp {
  readonly identity: AppIdentity;
  readonly state = new AppState();
  /** How its backup stands, for screens; null where it has none. */
  backup: AppView['backup'] = null;
  /** Called when a panic is pressed, where one is to reach more than this app. */
  onPanic: ((press: Press) => void) | undefined;
  /** Called when something else that was asked of it goes its way. */
  onRequest: (() => void) | undefined;
  /** Milliseconds that the service's clock is ahead of the desk's; null until it told its own. */
  clockAhead: number | null = null;
  readonly #ports: OpenAppPorts;
  readonly #lane: Lane;
  readonly #panics: Panic;
  #quota: QuotaGovernor;
  #target: AppTarget | undefined;
  /** Where what is under way was sent to. */
  readonly #sentTo = new Map<Operation, AppTarget>();
  #truth: TruthLink | undefined;
  #model: { of: readonly ModelItem[]; addressed: ModelItem[] } = { of: [], addressed: [] };

  constructor(identity: AppIdentity, ports: OpenAppPorts) {
    this.identity = identity;
    this.#ports = ports;
    this.#quota = new QuotaGovernor(ports.clock);
    this.#lane = new Lane({
      clock: ports.clock,
      send: (operations, how) => this.#send(operations, how),
      valuesWait: (waited) => this.#quota.wait('values', waited),
      settle: (operation, outcome) => this.#settle(operation, outcome),
    });
    this.#panics = new Panic(this.state.confirmed, {
      clock: ports.clock,
      alarm: (text) => (ports.panicFailed ? ports.panicFailed(text) : this.alarm(`${this.name}: ${text}`)),
      settled: (operation, outcome) => ports.settled(operation, outcome),
    });
  }

  /** The name of the app instance. */
  get name(): string {
    return this.state.confirmed.app?.name ?? this.identity.name;
  }

  /** How it is told what is true; undefined while it is nowhere. */
  get truth(): TruthLink | undefined {
    return this.#truth;
  }

  /** Where it is, if it is anywhere. */
  get target(): AppTarget | undefined {
    return this.#target;
  }

  /** The trees, with addresses as ids. */
  get model(): ModelItem[] {
    const of = this.state.confirmed.model;
    if (this.#model.of !== of) this.#model = { of, addressed: withAddresses(this.identity.key, of) };
    return this.#model.addressed;
  }

  /** Every sub-composition under its address, as it shows. */
  get subs(): [string, SubCompositionView][] {
    const { key } = this.identity;
    return [...this.state.confirmed.ids].map((id) => [addressOf(key, id), this.state.view(id)]);
  }

  view(): AppView {
    return {
      key: this.identity.key,
      name: this.name,
      kind: this.#target?.kind ?? this.identity.kind,
      connection: this.state.connection,
      truth: this.#truth?.mode ?? 'live',
      app: this.state.confirmed.app,
      outputs: this.state.outputs.list,
      quota: this.#quota.gauge,
      backup: this.backup,
    };
  }

  /** Be connected to a target from now on, in place of the one before. Nothing is sent; what is true there is adopted. */
  connect(target: AppTarget): void {
    this.#truth?.close();
    this.#lane.cut(new OverlayError('service-lost'));
    if (!this.#isAt(target)) {
      this.#panics.targetChanged();
      this.#quota = new QuotaGovernor(this.#ports.clock);
      if (this.#target) this.state.beginAnew();
    }
    this.#target = target;
    // What was true at the target before is not what is true at this one.
    if (this.state.connection.status === 'live') this.#setConnection({ status: 'connecting' });
    this.#setConnection({ service: target.base });
    const { clock, random } = this.#ports;
    this.#truth = target.openTruth(target, {
      clock,
      random,
      connection: target.connection,
      quota: this.#quota,
      revision: () => this.state.confirmed.revision,
      onFrame: (frame) => this.#onFrame(frame),
      onLost: (reason) => this.lose(reason),
    });
    this.#ports.changed('app');
    this.#ports.changedSubs(this.state.confirmed.ids);
  }

  /** Nothing is known for certain any more, and why. What is on its way ends; nothing is kept to be sent later. */
  lose(reason: string): void {
    this.#setConnection({ status: 'lost', reason });
    this.state.outputs.lose();
    this.#lane.cut(new OverlayError('service-lost'));
    this.#ports.changed('app');
    this.#ports.changedSubs(this.state.confirmed.ids);
  }

  /** The target is gone for the time being, and why: {@link OpenApp.connect} is called when there is one again. */
  disconnect(reason: string): void {
    this.#truth?.close();
    this.#truth = undefined;
    this.lose(reason);
  }

  /** End every connection. */
  close(): void {
    this.#truth?.close();
    this.#truth = undefined;
    this.#lane.close(new OverlayError('service-lost'));
  }

  /**
   * One request goes its way: shown as requested at once, sent at once, or failed at once where nothing is connected. Throws
   * `call-invalid` where the show has not what it is about, and `not-connected`.
   */
  send(request: Request, press: Press): void {
    for (const { id } of request.items) this.state.sub(id);
    const operation = this.#operation(request, press);
    if (this.state.connection.status !== 'live') {
      const error = new OverlayError('not-connected');
      this.state.begin(operation);
      this.#settle(operation, { result: 'failed', error });
      throw error;
    }
    this.#panics.requested(operation);
    this.state.begin(this.#lane.push(operation));
    this.onRequest?.();
    this.#ports.changedSubs(idsOf(operation));
  }

  /** A request was refused before anything was sent: only the as-run log holds that it was asked. */
  refuse(request: Request, press: Press, error: OverlayError): void {
    this.#ports.settled(this.#operation(request, press), { result: 'failed', error });
  }

  /**
   * Everything out, by a jump and in one request, ahead of all that waits, whatever is believed to be In: others may have
   * changed it. What is not confirmed becomes an alarm.
   */
  panic(press: Press, action = 'Panic'): void {
    const operation = this.#operation({ kind: 'panic', action: action, items: this.#panics.items }, press);
    if (operation.items.length === 0) this.#cannotPanic(operation);
    else {
      this.#panics.begin(operation, this.#lane.underWay);
      this.#lane.panic(operation);
      this.state.begin(operation);
      this.#ports.changedSubs(idsOf(operation));
    }
    this.onPanic?.(press);
  }

  /** A show that has nothing with a state is out; of one that was never told nobody knows. */
  #cannotPanic(operation: Operation): void {
    if (this.state.connection.status === 'live') {
      return this.#ports.settled(operation, { result: 'confirmed', revision: null });
    }
    this.#ports.settled(operation, { result: 'failed', error: new OverlayError('not-connected') });
    this.#panics.alarm('Panic could not be sent: what is on air is not known.');
  }

  /** What is to be so elsewhere too: what was answered, and out what the last panic was to take out. */
  stateToMirror(id: string): SubState | undefined {
    return this.#panics.withPanicOut(id, this.state.acknowledged(id));
  }

  /** The ids of what is to be out since the last panic and is not known to be. */
  get panickedNotOut(): Iterable<string> {
    return this.#panics.notOut;
  }

  /** Tell the operator so that it cannot be missed. */
  alarm(text: string): void {
    this.#ports.notice({ id: `panic ${this.identity.key}`, text, alarm: true });
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
    for (const operation of operations) this.#sentTo.set(operation, target);
    for (const operation of operations) this.state.undo.sending(operation, (id) => this.state.acknowledged(id));
    this.#truth?.hurry();
    return update(target, operations, { ...how, clock: this.#ports.clock, quota: this.#quota });
  }

  #settle(operation: Operation, outcome: Outcome): void {
    const sentTo = this.#sentTo.get(operation);
    this.#sentTo.delete(operation);
    const isHere = !sentTo || this.#isAt(sentTo);
    const from = this.#from(outcome, isHere);
    if (from === Infinity) this.#truth?.hurry();
    const elsewhere = this.state.settle(operation, outcome, { from, now: this.#ports.clock.now() });
    // A panic has not ended before the truth shows it.
    if (operation.kind !== 'panic') this.#ports.settled(operation, outcome);
    const live = this.state.connection.status === 'live';
    if (this.#panics.settled({ operation, outcome, from: isHere ? from : null, live })) this.#truth?.restart();
    this.#ports.changedSubs([...idsOf(operation), ...elsewhere]);
  }

  /** The revision from which on the truth holds what ended so. A revision of one target says nothing about another. */
  #from(outcome: Outcome, isHere: boolean): number {
    if (outcome.result !== 'confirmed') return Infinity;
    const confirmed = this.state.confirmed.revision;
    return isHere ? (this.#truth?.acknowledged(outcome.revision) ?? confirmed) : confirmed;
  }

  #isAt({ base, token }: TruthTarget): boolean {
    return base === this.#target?.base && token === this.#target.token;
  }

  #onFrame(frame: TruthFrame): void {
    const { clock } = this.#ports;
    if (frame.type === 'outputs') {
      this.state.outputs.update(frame.outputs, { now: clock.monotonic(), revision: this.state.confirmed.revision });
      return this.#ports.changed('app');
    }
    if (frame.type === 'desks') return this.#ports.onFrame?.(frame, []);
    const applied = this.state.apply(frame, { at: clock.now(), start: clock.monotonic() });
    if (!applied) return this.#truth?.restart();
    this.clockAhead = frame.now - clock.now();
    const wasLive = this.state.connection.status === 'live';
    this.#setConnection({ status: 'live', reason: '', confirmedAt: clock.now() });
    const free = this.#panics.confirmed(frame.type !== 'change');
    if (frame.type === 'snapshot') this.#ports.changed('model');
    const touched = [...applied.touched];
    this.#ports.changedSubs(wasLive ? touched : this.state.confirmed.ids);
    this.#ports.changed('app');
    this.#ports.onFrame?.(frame, [...touched, ...free]);
    if (applied.changes.length > 0) {
      const text = `${this.name}: ${applied.changes.join(' ')}`;
      this.#ports.notice({ id: `model ${this.identity.key} ${frame.revision}`, text });
    }
  }

  #setConnection(change: Partial<Connection>): void {
    this.state.connection = { ...this.state.connection, ...change };
  }
}

function idsOf({ items }: Request): string[] {
  return items.map(({ id }) => id);
}
