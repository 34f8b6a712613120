import { texts } from '../../contract/texts/texts.ts';
import { actionCaption } from '../../contract/actions/actions.ts';
import { shortened } from '../../contract/shortened.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import { type AnimationState, listedState, type StoredState } from '../../contract/model/animation-state.ts';
import { addressOf } from '../../contract/model/address.ts';
import { isSentAtOnce, type Payload } from '../../contract/model/field.ts';
import { type OperationItem, outAtOnce, type Press, type Request } from '../app/operation.ts';
import type { OpenApp, AppIdentity } from '../app/open-app.ts';
import type { SubRef } from '../app/open-apps.ts';
import {
  type CommandAction,
  commandRequest,
  type Take,
  takeRequest,
  valuesRequest,
  changedValue,
  fieldToChange,
  type ValueAction,
} from './request.ts';
import { type Cause, handOf, whoOf } from '../app/presses.ts';
import { type Sent, sentTo, unlessRefused, unsentTo } from './sent.ts';
import type { WayBack } from '../app/way-back.ts';
import type { AppChange } from '../log/recording.ts';
import type { GuardedPress, GuardedTake, TakeGuard } from './take-guard.ts';
import type { Ground } from '../ground.ts';
import { type OwnActs, type Undoable, type UndoPlan } from '../app/undo-memory.ts';
import type { UndoableActs } from '../../contract/desk-api/desk-api.ts';
import { ownOf } from '../../contract/own.ts';
import { captions } from '../../contract/words/words.ts';

export type Requests = ReadonlyMap<OpenApp, Request>;

type ExpectedTake = Take & { expects?: StoredState | undefined };

type ToUndo = Undoable | 'panic';
/** A way back from a panic belongs to all hands. */
type ActsToUndo = Omit<OwnActs, 'what'> & { what: ToUndo };

const mostRestored = 3;

/**
 * Converts presses into one request per affected app, all sent in the same turn. Sub-compositions are named by address.
 */
export class Actions {
  readonly #ground: Ground;
  readonly #guard: TakeGuard;
  readonly #unopened: () => Pick<AppIdentity, 'key' | 'name'>[];
  readonly #knownError: KnownError;

  /** `unopened`: chosen apps of connections that are not open. */
  constructor(ground: Ground, guard: TakeGuard, unopened: () => Pick<AppIdentity, 'key' | 'name'>[]) {
    [this.#ground, this.#guard, this.#unopened] = [ground, guard, unopened];
    this.#knownError = ground.faults.in('operating');
  }

  /** Stages a value, or sends it at once for a timer, `immediateUpdate` or `send`. */
  change(action: ValueAction, cause: Cause): Sent[] {
    const { app, id, payload, request, isImmediate } = this.#changed(action, this.#ground.presses.owner(cause.trigger));
    if (isImmediate) return this.#sendInTime(new Map([[app, request]]), cause);
    if (action.send) return this.#sendStaged({ app, id }, { payload, request }, cause);
    // Typed values must not be lost, even if they arrive late.
    if (action.do !== 'set') this.inTime(cause);
    app.state.stage(id, payload, handOf(cause.trigger));
    return [];
  }

  /** Empty for a value that is only staged. */
  changeRequests(action: ValueAction, hand: string): Requests {
    const { app, request, isImmediate } = this.#changed(action, hand);
    return new Map(isImmediate || action.send ? [[app, request]] : []);
  }

  #changed(action: ValueAction, hand: string): SubRef & { payload: Payload; request: Request; isImmediate: boolean } {
    const { app, id } = this.#ground.apps.at(action.subComposition);
    const sub = app.state.sub(id);
    const now = this.#ground.clock.now();
    const field = sub.fields.get(action.field);
    const isImmediate = field !== undefined && isSentAtOnce(field);
    const asked = isImmediate ? app.state.requested(id).payload : app.state.shown(id, hand);
    const shown = { value: ownOf(asked, action.field), now: now + (app.clockAhead ?? 0) };
    const payload = app.state.canonical(id, { field: action.field, value: changedValue(action, sub, shown) }, now);
    const from = action.do === 'set' || shown.value === undefined ? undefined : { [action.field]: shown.value };
    const request = valuesRequest(id, payload, { from, action: actionCaption(action, sub.item) });
    return { app, id, payload, request, isImmediate };
  }

  /** Sends staged values. Throws `call-invalid` if there are none. */
  update(address: string, cause: Cause): Sent[] {
    return this.#sendInTime(this.updateRequests(address, this.#ground.presses.owner(cause.trigger)), cause);
  }

  updateRequests(address: string, hand: string): Requests {
    const { app, id } = this.#ground.apps.at(address);
    const staged = app.state.staged(id, hand);
    if (Object.keys(staged).length === 0) {
      const typist = app.state.preparation.cursors.at(id).find((one) => one.words && one.hand !== hand)?.hand;
      const rest = typist === undefined ? '' : texts.actions.exceptTyping(typist);
      throw new OverlayError('call-invalid', texts.actions.noEdits(app.state.sub(id).name, rest));
    }
    return new Map([[app, valuesRequest(id, staged)]]);
  }

  /** `expects`: the state that the operator saw. Throws `press-refused`. */
  take(addresses: readonly string[], take: ExpectedTake, cause: Cause): Sent[] {
    const requests = this.takeRequests(addresses, take, this.#ground.presses.owner(cause.trigger));
    const press = this.#press(cause);
    this.#guarded(requests, press, () => {
      const guarded = addresses.map((address) => guardedTake(this.#ground.apps.at(address), take));
      this.#guard.pass(guarded, press);
    });
    return this.#send(requests, press);
  }

  /** Words that others than `hand` are typing stay staged. */
  takeRequests(addresses: readonly string[], take: Take, hand: string): Requests {
    if (addresses.length === 0) throw new OverlayError('call-invalid', texts.actions.nothingCued);
    const refs = addresses.map((address) => this.#ground.apps.at(address));
    for (const { app, id } of refs) {
      const { item, name } = app.state.sub(id);
      if (item.state === undefined) throw new OverlayError('call-invalid', texts.actions.wholeShow(name));
    }
    return byApp(refs, ({ app, ids }) =>
      takeRequest(
        ids.map((id) => ({ ...app.state.sub(id).item, staged: app.state.staged(id, hand) })),
        take,
      ),
    );
  }

  /**
   * Toggles the confirmed state. `expects`: the state that the operator saw. Throws `press-refused`, also for an
   * unknown state.
   */
  toggle(address: string, { action, expects }: Omit<ExpectedTake, 'to'>, cause: Cause): Sent[] {
    const { app, id } = this.#ground.apps.at(address);
    const toggled = this.#toggled({ app, id });
    if (!(toggled instanceof OverlayError)) return this.take([address], { to: toggled, action, expects }, cause);
    app.refuse({ kind: 'take', action: captions.toggled, items: [{ id }] }, this.#press(cause), toggled);
    throw toggled;
  }

  /** Throws `press-refused` if the state is unknown. */
  toggled(address: string): AnimationState {
    const toggled = this.#toggled(this.#ground.apps.at(address));
    if (toggled instanceof OverlayError) throw toggled;
    return toggled;
  }

  #toggled({ app, id }: SubRef): AnimationState | OverlayError {
    const { onAir } = app.state.view(id);
    if (onAir !== 'unknown') return onAir === 'no' ? 'In' : 'Out';
    const { name } = app.state.sub(id);
    const why = texts.actions.notToggled(name);
    return new OverlayError('press-refused', why);
  }

  /** Throws `call-invalid` for other field types, and `press-refused` for an immediate repeat. */
  command(action: CommandAction, cause: Cause): Sent[] {
    const { app, id } = this.#ground.apps.at(action.subComposition);
    const { field } = action;
    const request = commandRequest({ app, id }, action);
    const press = this.#press(cause);
    const did = action.do === 'fire' ? 'fire' : action.command;
    this.#guarded(new Map([[app, request]]), press, () => {
      const sub = app.state.sub(id);
      const called = `${sub.name}, ${fieldToChange(action, sub).title}`;
      const what = action.do === 'fire' ? called : `${called}: ${captions.timerCommands[action.command]}`;
      const guarded = { id: `${did} ${action.subComposition} ${field}`, did: `${what} ${texts.actions.pressed}` };
      this.#guard.bounced(guarded, press);
    });
    return [sentTo(app, app.send(request, press))];
  }

  /** Throws `call-invalid` for other field types. */
  commandRequests(action: CommandAction): Requests {
    const { app, id } = this.#ground.apps.at(action.subComposition);
    fieldToChange(action, app.state.sub(id));
    return new Map([[app, commandRequest({ app, id }, action)]]);
  }

  /**
   * Requests the missing changes as a new operation. Throws `call-invalid` if nothing is missing, and `press-refused`.
   */
  sendAgain(address: string, cause: Cause): Sent[] {
    const requests = this.againRequests(address);
    const ref = this.#ground.apps.at(address);
    const press = this.#press(cause);
    this.#guarded(requests, press, () => this.#guardAgain(ref, ref.app.state.drift(ref.id)?.state, press));
    return this.#send(requests, press);
  }

  againRequests(address: string): Requests {
    const { app, id } = this.#ground.apps.at(address);
    const drift = app.state.drift(id);
    if (!drift) throw new OverlayError('call-invalid', texts.actions.nothingToSend);
    const item: OperationItem = { id, ...drift };
    const kind = drift.state ? 'take' : 'values';
    return new Map([[app, { kind, purpose: 'again', action: texts.actions.askAgain, items: [item] }]]);
  }

  /** A repeated request is a take, but not a second press of the failed take. */
  #guardAgain({ app, id }: SubRef, state: StoredState | undefined, press: Press): void {
    const { item, name } = app.state.sub(id);
    const again = `again ${addressOf(app.identity.key, id)}`;
    if (!state) return this.#guard.once({ id: again, did: texts.actions.requestedAgain(name) }, press);
    const take = guardedTake({ app, id }, { to: listedState(state, item.secondTimeline), action: 'play' });
    this.#guard.pass([{ ...take, id: again }], press);
  }

  /** Without `key`, takes all apps Out and raises an alarm for each unreachable app. */
  panic(key: string | undefined, { trigger }: Cause): Sent[] {
    const { notices, facts, recording } = this.#ground;
    const apps = this.#panicked(key);
    // A late panic is better than none, so its age is ignored.
    const press = this.#press({ trigger, age: 0 });
    const sent = apps.map((app) => sentTo(app, app.panic(press)));
    if (key !== undefined) return sent;
    const closed = this.#unopened();
    for (const { key: of, name } of closed) {
      notices.keep({ id: `panic ${of}`, text: `${name}: ${texts.panic.notOpen}`, alarm: true });
    }
    const unsent = closed.length > 0 ? closed : apps.length > 0 ? [] : [null];
    const error = new OverlayError('not-connected');
    for (const of of unsent) recording.unsent(of, panicLine(press), error);
    facts.panic.tell();
    return [...sent, ...unsent.map((of) => unsentTo(of?.key ?? '', error))];
  }

  /** Of what may be on air: a panic also asks the rest to be Out, which changes nothing. */
  panicRequests(key: string | undefined): Requests {
    const request = ({ state }: OpenApp): Request => {
      return { kind: 'panic', action: captions.panic, items: [...state.believedIn].map(outAtOnce) };
    };
    return new Map(this.#panicked(key).map((app) => [app, request(app)]));
  }

  #panicked(key: string | undefined): readonly OpenApp[] {
    if (key === undefined) return this.#ground.apps.all;
    const one = this.#ground.apps.get(key);
    if (!one) throw new OverlayError('call-invalid', texts.actions.noApp(key));
    return [one];
  }

  /**
   * Undoes the last confirmed press of a kind by this hand, in all its apps. `shown`: the press the operator saw. Throws
   * `undo-impossible`, `press-refused`.
   */
  undo(what: ToUndo, cause: Cause, shown?: number): Sent[] {
    const hand = this.#ground.presses.owner(cause.trigger);
    const undoing = this.#undoing(this.#acts(what, hand));
    const requests = undoRequests(what, undoing);
    const press = this.#press(cause);
    this.#guarded(requests, press, () => {
      this.#guard.once({ id: `undo ${what} of ${hand}`, did: texts.actions.undone[what] }, press);
      this.#guard.seen(undoing, { press, shown });
    });
    const sent = this.#send(requests, press);
    this.#ground.facts.undone.tell({ ...undoing, what, sent, by: press.number }, cause);
    return sent;
  }

  undoRequests(what: ToUndo, hand: string): Requests {
    return undoRequests(what, this.#undoing(this.#acts(what, hand)));
  }

  get undoable(): Record<string, UndoableActs> {
    const { apps, presses } = this.#ground;
    const acting = apps.all.flatMap(({ state }) => state.undo.triggers.map((one) => presses.owner(one)));
    const hands = new Set([...presses.screens, ...acting]);
    return Object.fromEntries([...hands].map((hand) => [hand, this.undoableBy(hand)]));
  }

  undoableBy(hand: string): UndoableActs {
    const of = (what: ToUndo): UndoableActs[ToUndo] => this.#undoable(this.#acts(what, hand));
    return { values: of('values'), take: of('take'), panic: of('panic') };
  }

  #acts(what: ToUndo, hand: string): ActsToUndo {
    return { what, isOwn: (trigger) => this.#ground.presses.owner(trigger) === hand };
  }

  #undoable(acts: ActsToUndo): UndoableActs[ToUndo] {
    // Avoids a costly error in the usual case of no press.
    if (this.#lastPress(acts) === 0) return null;
    try {
      const { press, undoes, plans } = this.#undoing(acts);
      const restores = plans.flatMap(({ app, plan }) => this.#ground.apps.named(app, plan.restores));
      const listed = shortened(restores, mostRestored, texts.undo.more);
      return { press: press.number, words: texts.undo.list(listed.join('; '), undoes, whoOf(press)) };
    } catch (thrown) {
      // Nothing can be undone now. Only a fault is logged.
      this.#knownError(thrown);
      return null;
    }
  }

  /** Throws `undo-impossible`. */
  #undoing(acts: ActsToUndo): Undoing {
    const last = this.#lastPress(acts);
    const own = last === 0 ? [] : this.#ground.apps.all.filter((app) => memoryOf(app, acts).press === last);
    const changed = own.filter(({ state }) => !state.undo.changedNothing(acts));
    const plans = (changed.length > 0 ? changed : own).map((app) => ({ app, plan: memoryOf(app, acts).plan() }));
    const [first] = plans;
    if (!first) throw new OverlayError('undo-impossible', texts.undo.none[acts.what]);
    const { press, undoes, action } = first.plan;
    return { press, undoes, action, plans };
  }

  #lastPress(acts: ActsToUndo): number {
    return Math.max(0, ...this.#ground.apps.all.map((app) => memoryOf(app, acts).press ?? 0));
  }

  /** Sends one press; throws `press-refused` for an immediate repeat. */
  send(requests: Requests, guarded: GuardedPress, cause: Cause): Sent[] {
    const press = this.#press(cause);
    this.#guarded(requests, press, () => this.#guard.once(guarded, press));
    return this.#send(requests, press);
  }

  /**
   * Apps' refusals are returned, not thrown. Throws `press-refused` for a late press; `byItself` excludes it from undo.
   */
  sendEach(requests: Requests, cause: Cause, byItself = false): Sent[] {
    const press = byItself ? this.#ground.presses.uncounted(cause) : this.#press(cause);
    this.#inTime(requests, press);
    return this.#sendEach(requests, press);
  }

  #press(cause: Cause): Press {
    return this.#ground.presses.counted(cause);
  }

  /** A refused press is not sent, but gets an as-run line. */
  #guarded(requests: Requests, press: Press, pass: () => unknown): void {
    this.#inTime(requests, press);
    try {
      pass();
    } catch (thrown) {
      const error = this.#knownError(thrown);
      for (const [app, request] of requests) app.refuse(request, press, error);
      throw error;
    }
  }

  /** Throws `press-refused` for a late press that sends nothing. */
  inTime(cause: Cause): void {
    const { presses } = this.#ground;
    const error = presses.tooLate(presses.uncounted(cause));
    if (error) throw error;
  }

  /** Replaces the staged value, because the next press would start from it. */
  #sendStaged({ app, id }: SubRef, { payload, request }: { payload: Payload; request: Request }, cause: Cause): Sent[] {
    const press = this.#press(cause);
    this.#inTime(new Map([[app, request]]), press);
    app.state.stage(id, payload, handOf(cause.trigger));
    return [sentTo(app, app.send(request, press))];
  }

  /** `press`: a row that a hand chose can be undone, other live data cannot. Throws `press-refused` and `not-connected`. */
  sendData({ app, id }: SubRef, payload: Payload, press: Press): Sent {
    const request = valuesRequest(id, payload);
    this.#inTime(new Map([[app, request]]), press);
    return sentTo(app, app.send(request, press));
  }

  #sendInTime(requests: Requests, cause: Cause): Sent[] {
    const press = this.#press(cause);
    this.#inTime(requests, press);
    return [...requests].map(([app, request]) => sentTo(app, app.send(request, press)));
  }

  /** Logs a late press as-run and throws `press-refused`. */
  #inTime(requests: Requests, press: Press): void {
    const error = this.#ground.presses.tooLate(press);
    if (!error) return;
    for (const [app, request] of requests) app.refuse(request, press, error);
    throw error;
  }

  /** Throws only if every app refused; otherwise the refused part has its `error`. */
  #send(requests: Requests, press: Press): Sent[] {
    return unlessRefused(this.#sendEach(requests, press));
  }

  #sendEach(requests: Requests, press: Press): Sent[] {
    return [...requests].map(([app, request]) => {
      try {
        return sentTo(app, app.send(request, press));
      } catch (thrown) {
        const error = this.#knownError(thrown);
        return { ...unsentTo(app.identity.key, error), error };
      }
    });
  }
}

type Undoing = Pick<UndoPlan, 'press' | 'undoes' | 'action'> & { plans: { app: OpenApp; plan: UndoPlan }[] };

function memoryOf({ state, wayBack }: OpenApp, { what, isOwn }: ActsToUndo): Pick<WayBack, 'press' | 'plan'> {
  if (what === 'panic') return wayBack;
  const acts = { what, isOwn };
  return { press: state.undo.press(acts), plan: () => state.undoPlan(acts) };
}

function undoRequests(what: ToUndo, { plans }: Undoing): Requests {
  const kind = what === 'panic' ? 'take' : what;
  const requests = plans.map(({ app, plan }): [OpenApp, Request] => {
    const items = plan.items.map((item) => app.state.withLiveWords(item));
    return [app, { kind, purpose: 'undo', action: plan.action, items }];
  });
  return new Map(requests);
}

function panicLine(press: Press): AppChange {
  return { ...press, kind: 'panic', action: captions.panic, targets: [], items: [] };
}

function byApp(
  refs: readonly SubRef[],
  request: (part: { app: OpenApp; ids: string[] }) => Request,
): Map<OpenApp, Request> {
  const parts = Map.groupBy(refs, ({ app }) => app);
  return new Map([...parts].map(([app, own]) => [app, request({ app, ids: own.map(({ id }) => id) })]));
}

function guardedTake({ app, id }: SubRef, take: ExpectedTake): GuardedTake {
  const { item, name } = app.state.sub(id);
  const { history } = app.state;
  const { at, wentOut } = history.of(id);
  return {
    id: addressOf(app.identity.key, id),
    name,
    to: take.to,
    expects: take.expects,
    state: app.state.requested(id).state,
    secondTimeline: item.secondTimeline,
    changedAt: history.elsewhere.has(id) ? at : undefined,
    wentOut,
  };
}
