import { texts } from '../../contract/texts/texts.ts';
import { captions } from '../../contract/words/words.ts';
import type { Action, ActionOf } from '../../contract/actions/actions.ts';
import type { Cue, CuePlace, Rundown } from '../../contract/desk-api/cue.ts';
import type { cueCalls } from '../../contract/desk-api/cue-members.ts';
import { type KnownError, OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { OpenApp } from '../app/open-app.ts';
import { type Cause, handOf, screenOf } from '../app/presses.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { Ground, UndoneTake } from '../ground.ts';
import type { Links } from '../live-data/links.ts';
import type { LiveData } from '../live-data/live-data.ts';
import type { Actions, Requests } from '../operate/actions.ts';
import type { ShowLock } from '../operate/show-lock.ts';
import type { Clock } from '../../contract/clock.ts';
import { type ActionRuns, noRequests } from '../operate/carry-out.ts';
import { type Sent, unlessRefused, unsentTo } from '../operate/sent.ts';
import type { GuardedPress, TakeGuard } from '../operate/take-guard.ts';
import { ArmedCues, pressAgain } from './armed-cues.ts';
import { CueRuns } from './cue-runs.ts';
import { DropFolder } from './ingest/drop-folder.ts';
import { Ingest } from './ingest/ingest.ts';
import { startingTogether } from './follow-on.ts';
import { isSamePlace, NextMoves } from './positions.ts';
import { gone } from './edit-rundowns.ts';
import { KeptCues } from './kept-cues.ts';
import { UndoneGo } from './undone-go.ts';
import { UnseenNext } from './unseen-next.ts';
import { captionOf, type RundownOrder } from './rundown-order.ts';
import type { RunList } from './run-list.ts';
import { checkPress, hasRows, lacking, requestOf, type StepRequest } from './step-request.ts';
import { Chain, isSameStart, placeKey, type RunningCue, type StepPlace } from './step-run.ts';
import { changedCues } from './rundowns.ts';
import { ShownCues } from './shown-cues.ts';

type RundownAction = Extract<Action, { rundown?: string | undefined }>['do'];
type CueAction = Extract<Action, { cue: string }>['do'];

interface RoomsBelow {
  actions: Actions;
  guard: TakeGuard;
  liveData: LiveData;
  lock: ShowLock;
}

export class Cues {
  /** Runs throw `call-invalid`, `press-refused`, `cue-armed` or `not-connected`. */
  readonly actions: Pick<ActionRuns, RundownAction | CueAction> = {
    // Go and fire marked check their age later, so that the as-run log records the refusal.
    go: {
      run: (action, cause) => this.#go(this.#rundown(action.rundown), action, cause),
      requests: ({ rundown, ahead = 0 }) => {
        const next = this.#kept.positions.ahead(this.#rundown(rundown), ahead);
        return next ? this.#requestsFrom(next) : [];
      },
    },
    fireMarked: {
      run: (action, cause) => this.#fireMarked(this.#rundown(action.rundown), cause),
      requests: ({ rundown }) =>
        this.#kept.positions
          .of(this.#rundown(rundown))
          .marked.flatMap((cue) => this.#allFrom({ cue, step: 0 }).map((one) => one.requests)),
    },
    skip: this.#onRundown((rundown, { by }, cause) =>
      this.#setNext(rundown, this.#order(rundown).moved(this.#kept.positions.of(rundown).next, by), cause),
    ),
    jumpTo: this.#onRundown((rundown, { number }, cause) =>
      this.#setNext(rundown, { cue: this.#numbered(rundown, number).id, step: 0 }, cause),
    ),
    rewind: this.#onRundown((rundown, _action, cause) => {
      this.#runs.list.forget(this.#order(rundown).all);
      this.#kept.positions.change(rundown, { fired: null });
      return this.#setNext(rundown, this.#order(rundown).first, cause);
    }),
    hold: this.#onRundown((rundown, { hold }) => this.#hold(rundown, hold ?? !this.#kept.positions.of(rundown).hold)),
    makeActive: this.#onRundown((rundown, _action, cause) => this.#makeActive(rundown, cause)),
    updateFired: {
      ...this.#onRundown((rundown, _action, cause) => this.#runs.update(this.#fired(rundown), cause)),
      requests: ({ rundown }) => [this.#runs.updateRequests(this.#fired(this.#rundown(rundown))).requests],
    },
    endFired: {
      ...this.#onRundown((rundown, _action, cause) => this.#runs.end(this.#fired(rundown), cause)),
      requests: ({ rundown }) => [this.#runs.endRequests(this.#fired(this.#rundown(rundown)))],
    },
    fireCue: {
      run: ({ cue }, cause) => {
        const pressed = { id: `cue ${cue}`, did: texts.cues.pressed(captionOf(this.#cue(cue))) };
        return this.#fire({ cue, step: 0 }, pressed, cause);
      },
      requests: ({ cue }) => this.#requestsFrom({ cue, step: 0 }),
    },
    updateCue: {
      run: ({ cue }, cause) => this.#runs.update(this.#cue(cue), cause),
      requests: ({ cue }) => [this.#runs.updateRequests(this.#cue(cue)).requests],
    },
    endCue: {
      run: ({ cue }, cause) => this.#runs.end(this.#cue(cue), cause),
      requests: ({ cue }) => [this.#runs.endRequests(this.#cue(cue))],
    },
    setNext: {
      run: ({ cue }, cause) => {
        const rundown = this.#rundownOf(this.#cue(cue));
        this.#actions.inTime(cause);
        return this.#setNext(rundown, { cue, step: 0 }, cause);
      },
      requests: noRequests,
    },
    markCue: {
      run: ({ cue, marked }, cause) => {
        const rundown = this.#rundownOf(this.#cue(cue));
        this.#actions.inTime(cause);
        this.#kept.positions.mark(rundown, cue, marked);
        this.#kept.moved();
        return [];
      },
      requests: noRequests,
    },
  };
  readonly #clock: Clock;
  readonly #actions: Actions;
  readonly #guard: TakeGuard;
  readonly #apps: OpenApps;
  readonly #links: Links;
  readonly #knownError: KnownError;
  readonly #kept: KeptCues;
  readonly #runs: CueRuns;
  readonly ingest: Ingest;
  readonly dropFolder: DropFolder;
  readonly #armed: ArmedCues;
  readonly #moves: NextMoves;
  readonly #unseenNext: UnseenNext;
  readonly #undoneGo: UndoneGo;
  readonly shown: ShownCues;

  constructor(ground: Ground, below: RoomsBelow) {
    const { actions, guard, liveData, lock } = below;
    const { clock, apps, facts } = ground;
    [this.#clock, this.#apps, this.#actions, this.#guard, this.#links] = [clock, apps, actions, guard, liveData.links];
    this.#knownError = ground.faults.in('cues');
    this.#kept = new KeptCues(ground, liveData.links, this);
    this.#armed = new ArmedCues(clock, (cue) => this.#kept.viewsChanged([cue]));
    this.#moves = new NextMoves(clock, guard, this.#kept.positions);
    this.#unseenNext = new UnseenNext(ground, this.#kept);
    this.#undoneGo = new UndoneGo(this.#kept);
    this.#runs = new CueRuns(ground, below, {
      kept: this.#kept,
      running: (cue, chain) => this.#running(cue, chain),
    });
    this.shown = new ShownCues(clock, this.#kept, { runs: this.#runs.list, armed: this.#armed, liveData });
    this.ingest = new Ingest(ground, this.#kept.rundowns, {
      isLive: (cue) => this.shown.isLive(cue),
      isLinked: (...field) => liveData.links.isLinked(...field),
      edit: (edit) => {
        // The show may have been locked while the file was read.
        lock.check();
        return this.#edited(() => this.#kept.rundowns.edit(edit));
      },
    });
    this.dropFolder = new DropFolder(ground, lock, this.ingest);
    facts.truth.on((app) => this.list.truthChanged(app, this.#kept.onAir.takeBack(app)));
    facts.truth.on((app) => this.#runs.truthChanged(app));
    facts.cut.on((app, why) => this.#stop(app, why));
    facts.closed.on((_key, app) => app && this.#stop(app, texts.cues.appRemoved(app.name)));
    facts.panic.on(() => this.#stopAll(captions.panic));
    facts.undone.on((...undone) => this.#undone(...undone));
    facts.stale.on((addresses) => this.#staleChanged(addresses));
  }

  /** An action on a rundown that checks its age first, and has no preview. */
  #onRundown<One extends ActionOf<RundownAction>>(
    run: (rundown: Rundown, action: One, cause: Cause) => Sent[],
  ): { run: (action: One, cause: Cause) => Sent[]; requests: typeof noRequests } {
    return {
      run: (action, cause) => {
        const rundown = this.#rundown(action.rundown);
        this.#actions.inTime(cause);
        return run(rundown, action, cause);
      },
      requests: noRequests,
    };
  }

  #go(rundown: Rundown, action: ActionOf<'go'>, cause: Cause): Sent[] {
    const { ahead = 0, next: seen } = action;
    const next = this.#kept.positions.ahead(rundown, ahead);
    if (!next) {
      const what = ahead === 0 ? texts.cues.atItsEnd : texts.cues.notSoFar;
      throw new OverlayError('call-invalid', texts.cues.rundownCannot(rundown.name, what));
    }
    this.#unseenNext.check(rundown, handOf(cause.trigger));
    const unseen = { place: next, ahead, isNamed: action.rundown !== undefined };
    if (seen ? !isSamePlace(seen, next) : this.#moves.isUnseen(rundown, unseen, cause)) {
      const now = captionOf(this.#cue(next.cue));
      throw new OverlayError('press-outdated', texts.cues.nextIs(now));
    }
    // Every go moves the cues ahead, so a second press elsewhere would fire an unseen cue.
    const pressed = { id: `go ${rundown.id}`, did: texts.cues.goPressed };
    const chain = new Chain(handOf(cause.trigger), rundown.id);
    const sent = this.#fire(next, pressed, { ...cause, chain });
    chain.next = this.#order(rundown).afterGo(next);
    this.#setNext(rundown, chain.next, cause);
    return sent;
  }

  #undone(undone: UndoneTake, cause: Cause): void {
    const { list } = this.#runs;
    const { run, waited = [] } = list.undo(undone.press.number) ?? {};
    list.undone(undone);
    this.#kept.tellStopped(undone.action, waited);
    this.#kept.tellNoTimeOut(undone.action, list.withoutOut(undone));
    const moved = this.#undoneGo.next(undone, run);
    if (moved) this.#setNext(moved.rundown, moved.next, cause);
  }

  #fireMarked(rundown: Rundown, cause: Cause): Sent[] {
    const { marked } = this.#kept.positions.of(rundown);
    if (marked.length === 0) throw new OverlayError('call-invalid', texts.cues.noneMarked);
    this.#once({ id: `marked ${rundown.id}`, did: texts.cues.markedFired }, cause);
    // One press fires each cue once, even if marked cues start each other.
    const chain = new Chain(handOf(cause.trigger));
    const sent = marked.flatMap((cue): Sent[] => {
      const place = { cue: this.#cue(cue), step: 0 };
      if (chain.atOnce.has(placeKey(place))) return [];
      try {
        return this.#runs.start(place, cause, chain);
      } catch (thrown) {
        const error = this.#knownError(thrown);
        return [{ ...unsentTo('', error), error }];
      }
    });
    unlessRefused(sent);
    this.#kept.positions.change(rundown, { marked: [] });
    this.#kept.moved();
    return sent;
  }

  /**
   * Fires a place. A guarded cue, and a cue with a row that is not whole, is armed by the first press, which throws
   * `cue-armed`, and fired by the second. Throws `press-refused` for a bounce.
   */
  #fire({ cue: id, step }: CuePlace, pressed: GuardedPress, from: Cause & { chain?: Chain }): Sent[] {
    const hand = handOf(from.trigger);
    const { chain = new Chain(hand), ...cause } = from;
    const cue = this.#cue(id);
    this.#once(pressed, cause);
    const armed = this.#armed.find(id, hand);
    this.#armed.disarm(({ cue: other, hand: owner }) => owner === hand || (armed !== undefined && other === id));
    const together = this.#startingWith({ cue: id, step });
    const requests = together.map((one) => (hasRows(one) ? this.#requestAt(one) : undefined));
    const incomplete = lacking(cue, requests);
    const isIncomplete = incomplete.length > 0;
    if ((isIncomplete && !armed?.isIncomplete) || (cue.guarded && step === 0 && !armed)) {
      this.#actions.inTime(cause);
      this.#armed.arm({ cue: id, hand, isIncomplete });
      throw pressAgain(cue, incomplete);
    }
    if (isIncomplete) chain.asked = new Set(together.map(placeKey));
    const sent = this.#runs.start({ cue, step }, cause, chain);
    if (step === 0) this.#kept.goesOn(cue);
    return sent;
  }

  /** Only a go advances the rundown. Other cues do not change when its next cue is expected. */
  #running(fired: RunningCue, { rundown: id }: Chain): void {
    const { rundowns, positions } = this.#kept;
    const rundown = rundowns.rundownOf(fired.cue);
    if (!rundown || rundown.id !== id || isSameStart(positions.of(rundown).fired, fired)) return;
    positions.change(rundown, { fired });
    this.#kept.moved();
  }

  #setNext(rundown: Rundown, next: CuePlace | null, cause: Cause): Sent[] {
    const { positions } = this.#kept;
    this.#moves.note(rundown, cause);
    this.#unseenNext.chosen(rundown);
    const before = positions.of(rundown).next;
    positions.change(rundown, { next });
    this.#kept.viewsChanged([before, next].flatMap((place) => place?.cue ?? []));
    this.#kept.moved();
    return [];
  }

  #makeActive(rundown: Rundown, cause: Cause): Sent[] {
    const { positions } = this.#kept;
    if (positions.active) this.#moves.note(positions.active, cause, true);
    positions.makeActive(rundown);
    this.#unseenNext.activeChosen();
    this.#kept.moved();
    return [];
  }

  /** Throws `call-invalid` if no cue was fired yet. */
  #fired(rundown: Rundown): Cue {
    const { fired } = this.#kept.positions.of(rundown);
    if (fired) return this.#cue(fired.cue);
    throw new OverlayError('call-invalid', texts.cues.noneFired(rundown.name));
  }

  #hold(rundown: Rundown, hold: boolean): Sent[] {
    this.#kept.positions.change(rundown, { hold });
    this.#runs.fitHold();
    this.#kept.moved();
    return [];
  }

  /**
   * Throws `press-refused` for a bounce. No operation has number -1, so a failure does not make the second press a
   * first press.
   */
  #once(pressed: GuardedPress, { age }: Cause): void {
    this.#guard.once(pressed, { number: -1, start: this.#clock.monotonic() - age });
  }

  /** Throws the refusal that the press would get. */
  #requestsFrom(place: CuePlace): Requests[] {
    const requests = this.#allFrom(place);
    checkPress(this.#cue(place.cue), place.step, requests);
    return requests.map((one) => one.requests);
  }

  #allFrom(place: CuePlace): StepRequest[] {
    return this.#startingWith(place).flatMap((one) => this.#requestAt(one) ?? []);
  }

  #startingWith({ cue: id, step }: CuePlace): StepPlace[] {
    const cue = this.#cue(id);
    const order = this.#order(this.#rundownOf(cue));
    return startingTogether({ cue, step }, () => order);
  }

  #requestAt({ cue, step }: StepPlace): StepRequest | undefined {
    const content = cue.steps[step];
    return content && requestOf(cue, content, { apps: this.#apps, links: this.#links, now: this.#clock.now() });
  }

  /** Replaces all rundowns as one edit. Throws `call-invalid` if a deleted cue is on air or waits. */
  becomeAll(all: readonly Rundown[], name: string): void {
    this.#edited(() => this.#kept.rundowns.becomeAll(this.#kept.rundowns.known(all), name));
  }

  get rundowns(): readonly Rundown[] {
    return this.#kept.rundowns.all;
  }

  /** `by`: the screen that edits; undefined for an import or a show file. */
  #edited<Answer>(change: () => Answer, by?: string): Answer {
    const { rundowns, positions } = this.#kept;
    const [before, active] = [rundowns.all, positions.active];
    const [next, seen] = [this.#allNext(), this.#unseenNext.now(by)];
    for (const rundown of before) this.#moves.note(rundown);
    if (active) this.#moves.note(active, undefined, true);
    const answer = change();
    positions.edited(before);
    this.#unseenNext.edited(seen, by);
    const other = positions.active;
    if (active && other && other.id !== active.id) this.#unseenNext.otherActive(active.name, other, by);
    this.#runs.fitHold();
    this.#kept.edited(changedCues(before, rundowns.all));
    this.#kept.viewsChanged([...next, ...this.#allNext()]);
    this.#kept.moved();
    return answer;
  }

  #allNext(): string[] {
    const { rundowns, positions } = this.#kept;
    return rundowns.all.flatMap((rundown) => positions.of(rundown).next?.cue ?? []);
  }

  /** Throws `call-invalid` if the cue waits or may be on air: deleted, it could not be seen or ended. */
  checkRemoval(cue: Cue, withRundown: boolean): void {
    if (!this.shown.isLive(cue)) return;
    const why = this.#runs.list.awaits(cue.id)
      ? texts.cues.stillWaits
      : texts.cues.maybeOnAir(withRundown ? texts.cues.itsRundown : texts.cues.it);
    throw new OverlayError('call-invalid', texts.cues.cue(captionOf(cue), why));
  }

  /** The data of these sub-compositions became stale, or is no longer stale. */
  #staleChanged(addresses: ReadonlySet<string>): void {
    const isOfThese = ({ steps }: Cue): boolean =>
      steps.some(({ targets }) => targets.some(({ subComposition }) => addresses.has(subComposition)));
    const cues = this.#kept.rundowns.list.filter(isOfThese);
    this.#kept.viewsChanged(cues.map(({ id }) => id));
  }

  /** Stops all automatic events in an app. `why`: `Panic`. */
  #stop(app: OpenApp, why: string): void {
    // The second press would act on another situation than the first.
    this.#armed.disarm();
    this.#runs.stop(app, why);
  }

  /** Stops all automatic events, also of cues that reach no app yet. */
  #stopAll(why: string): void {
    this.#armed.disarm();
    this.#runs.stopAll(why);
  }

  readonly calls: Calls<{ calls: typeof cueCalls }> = {
    editRundown: (edit, facts) => {
      const by = handOf(screenOf(facts));
      return this.#edited(() => this.#kept.rundowns.edit(edit, by), by);
    },
    undoEdit: ({ redo, seen }, facts) => {
      if (seen !== undefined && seen !== this.#kept.rundowns.revision) {
        throw new OverlayError('undo-impossible', texts.cues.editedMeanwhile);
      }
      const { rundowns } = this.#kept;
      this.#edited(() => (redo ? rundowns.redo() : rundowns.undo()), handOf(screenOf(facts)));
    },
  };

  get list(): RunList {
    return this.#runs.list;
  }

  close(): void {
    for (const room of [this.dropFolder, this.#kept, this.#runs]) room.close();
  }

  #cue(id: string): Cue {
    const cue = this.#kept.rundowns.find(id);
    if (!cue) throw gone('cue');
    return cue;
  }

  #rundownOf({ id }: Cue): Rundown {
    const rundown = this.#kept.rundowns.rundownOf(id);
    if (!rundown) throw gone('cue');
    return rundown;
  }

  #rundown(id: string | undefined): Rundown {
    if (id !== undefined) return this.#kept.rundowns.rundown(id);
    const { active } = this.#kept.positions;
    if (!active) throw new OverlayError('call-invalid', texts.cues.noRundown);
    return active;
  }

  #order(rundown: Rundown): RundownOrder {
    return this.#kept.rundowns.order(rundown);
  }

  #numbered(rundown: Rundown, number: string): Cue {
    const cue = this.#order(rundown).numbered(number);
    if (!cue) throw new OverlayError('call-invalid', texts.cues.noNumber(rundown.name, number));
    return cue;
  }
}
