import { texts } from '../../contract/texts/texts.ts';
import type { Cue } from '../../contract/desk-api/cue.ts';
import { type KnownError, OverlayError } from '../../contract/errors.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Ground } from '../ground.ts';
import type { Outcome } from '../app/operation.ts';
import type { Cause } from '../app/presses.ts';
import type { Actions, Requests } from '../operate/actions.ts';
import { notReached, type Sent, unlessRefused } from '../operate/sent.ts';
import type { Links } from '../live-data/links.ts';
import type { LiveData } from '../live-data/live-data.ts';
import { ClockWatch } from '../../contract/clock-watch.ts';
import { followerNow, followerOf, reaches, startingTogether } from './follow-on.ts';
import type { KeptCues } from './kept-cues.ts';
import { captionOf } from './rundown-order.ts';
import { RunList } from './run-list.ts';
import { type Chain, placeKey, type RunningCue, StepPart, type StepPlace, StepRun } from './step-run.ts';
import { checkSends, lacksData, outRequest, outRequests, reached, requestOf, valuesRequest } from './step-request.ts';
import { Timer, timerDeadline } from './timer.ts';

/** A chain is a circle if it restarts a step `within` this many ms, or has fewer ms than `apart` between two starts. */
const circle = { within: 50, apart: 20 };
/** Milliseconds in which a late confirmation still starts the follow-on: polled services report late. */
const confirmedWithin = 15_000;

/** Fires cues and their automatic follow-ons. Nothing sent counts until a service confirms it. */
export class CueRuns {
  readonly #ground: Ground;
  readonly #actions: Actions;
  readonly #links: Links;
  readonly #kept: KeptCues;
  readonly #running: (cue: RunningCue, chain: Chain) => void;
  readonly #knownError: KnownError;
  readonly list: RunList;
  readonly #clock: ClockWatch;

  /** `running`: called when a press has started a cue. */
  constructor(
    ground: Ground,
    { actions, liveData }: { actions: Actions; liveData: LiveData },
    { kept, running }: { kept: KeptCues; running(cue: RunningCue, chain: Chain): void },
  ) {
    [this.#ground, this.#actions, this.#links] = [ground, actions, liveData.links];
    [this.#kept, this.#running] = [kept, running];
    this.#knownError = ground.faults.in('cues');
    this.list = new RunList(
      (cue) => kept.viewsChanged([cue]),
      (cue) => kept.onAir.unread(cue),
    );
    this.#clock = new ClockWatch(ground.clock);
  }

  /**
   * Starts a step and every step that starts with it; cancels what an earlier run of the step waits for. Throws
   * `call-invalid` for missing targets, `press-refused` or `not-connected` if nothing could be sent.
   */
  start(place: StepPlace, cause: Cause, chain: Chain): Sent[] {
    this.#noticeSleep();
    startingTogether(place, this.#kept.orderOf);
    const first = this.#newRun(place, chain, cause.age);
    const sent = this.#begin(first, cause);
    let { age: late }: { age: number | undefined } = cause;
    // A loop instead of recursion: thousands of cues may start together.
    for (let run: StepRun | undefined = first; run;) {
      const now = run.takeFollowsNow();
      if (run.content.follow.on !== 'start') late = now;
      run = late === undefined ? undefined : this.#beginFollower(run, late, sent);
    }
    unlessRefused(sent);
    if (chain.running) this.#running(chain.running, chain);
    return sent;
  }

  /**
   * Ends a cue: cancels its timers and takes Out everything it took In or requested. Throws `call-invalid` if there is
   * nothing to end.
   */
  end(cue: Cue, cause: Cause): Sent[] {
    const requests = this.endRequests(cue);
    this.#actions.inTime(cause);
    for (const run of this.list.of(cue.id)) this.#stopRun(run);
    // An unsent step has not failed: the operator cancelled it.
    this.list.keep(cue.id, (run) => run.sentAt !== undefined);
    return requests.size > 0 ? this.list.withUnsent(cue, this.#actions.sendEach(requests, cause)) : [];
  }

  endRequests(cue: Cue): Requests {
    const runs = this.list.of(cue.id);
    const requests = outRequests(cue, runs);
    if (requests.size > 0 || runs.some(({ timers }) => timers.length > 0)) return requests;
    throw this.list.nothingOf(cue, texts.cues.nothingRuns);
  }

  /**
   * Sends edited values of a cue to its targets on air. Its timers keep the old values. Throws `call-invalid` if there
   * is nothing to send.
   */
  update(cue: Cue, cause: Cause): Sent[] {
    const { requests, showing } = this.updateRequests(cue);
    const sent = this.list.withUnsent(cue, this.#actions.sendEach(requests, cause));
    void Promise.all(sent.map(({ outcome }) => outcome)).then((all) => {
      if (!all.every(({ result }) => result === 'confirmed')) return;
      for (const run of showing) run.shownAs = cue;
      this.#kept.viewsChanged([cue.id]);
    });
    return sent;
  }

  updateRequests(cue: Cue): { requests: Requests; showing: StepRun[] } {
    const showing = this.list.of(cue.id).map((run) => {
      return { run, targets: (cue.steps[run.step]?.targets ?? []).filter((one) => run.shows(one.subComposition)) };
    });
    const targets = showing.flatMap((one) => one.targets);
    const requests = valuesRequest(cue, targets, this.#ground.apps);
    if (requests.size === 0) throw this.list.nothingOf(cue, texts.cues[targets[0] ? 'noValues' : 'nothingOnAir']);
    return { requests, showing: showing.flatMap((one) => (one.targets.length > 0 ? [one.run] : [])) };
  }

  /** Stops all automatic events in an app, and all that the same presses started. `why`: `Panic`, `Arena was lost`. */
  stop(app: OpenApp, why: string): void {
    const now = this.#ground.clock.monotonic();
    for (const part of this.list.open.flatMap(({ parts }) => parts)) if (part.app === app) part.keepOut(now);
    const chains = new Set(
      this.list.open.flatMap((run) => (reaches(run, app.identity.key, this.#kept.orderOf) ? [run.chain] : [])),
    );
    const runs = this.list.open.filter((run) => chains.has(run.chain));
    this.#stop(runs, why);
  }

  #resumeOut(run: StepRun, part: StepPart): void {
    const wait = part.resumesOut(this.#ground.clock.monotonic());
    if (wait === undefined) return;
    if (wait === 'doubted') return this.#told(run, texts.cues.takenByWhom);
    if (wait < -timerDeadline) return this.#told(run, texts.cues.outMissed);
    this.#outAfter(run, part, Math.max(0, wait));
    const [isCut, isOnly] = [run.takeCutOff(), run.parts.length === 1];
    if (isOnly) this.#kept.goesOn(run.cue, isCut);
    if (isOnly && !isCut) run.reason = '';
    this.#kept.tell(texts.cues.problem(captionOf(run.cue), texts.cues.outResumes(isOnly ? '' : part.app.name)));
  }

  #outAfter(run: StepRun, part: StepPart, wait: number): void {
    part.out = this.#timer(run, { wait, run: (late) => this.#takeOut(run, part, late) });
  }

  /** Stops all present and later automatic events, also those without an app so far. */
  stopAll(why: string): void {
    this.#stop(this.list.open, why);
  }

  #stop(runs: readonly StepRun[], why: string): void {
    const ended = runs.filter(({ awaits }) => awaits);
    for (const run of ended) run.reason = texts.cues.stopped(why);
    for (const run of runs) {
      run.chain.isStopped = true;
      this.#stopRun(run);
    }
    this.#kept.tellStopped(why, ended);
  }

  /** After a sleep, nothing that was due or waiting may happen. */
  #noticeSleep(): void {
    if (this.#clock.hasSlept()) this.stopAll(texts.cues.machineSlept);
  }

  truthChanged(app: OpenApp): void {
    if (this.list.open.length === 0) return;
    this.#noticeSleep();
    if (this.#clock.wasSet()) this.list.tellTimes();
    for (const run of this.list.open) {
      const own = run.parts.filter((part) => part.app === app);
      for (const part of own) this.#resumeOut(run, part);
      if (own.length > 0) this.#lookLater(run);
    }
  }

  /** Timers pause while their rundown is on hold. */
  fitHold(): void {
    this.#noticeSleep();
    for (const run of this.list.open) {
      const held = this.#kept.isHeld(run.cue.id);
      for (const { timer } of run.timers) timer.setHeld(held);
    }
    this.list.tellTimes();
  }

  close(): void {
    for (const run of this.list.open) run.stop();
  }

  /** Throws `press-refused` if the chain is a circle. */
  #newRun(place: StepPlace, chain: Chain, age: number): StepRun {
    const now = this.#ground.clock.monotonic();
    const key = placeKey(place);
    const before = chain.started.get(key);
    const least = Math.max(circle.within, (chain.moment - (before?.moment ?? 0)) * circle.apart);
    const isFlood = before !== undefined && now - before.at < least;
    if (chain.atOnce.has(key) || isFlood) throw new OverlayError('press-refused', texts.cues.circle);
    chain.atOnce.add(key);
    chain.started.set(key, { at: now, moment: chain.moment });
    if (place.step === 0) chain.running = { cue: place.cue.id, at: this.#ground.clock.now() - age };
    return new StepRun(place, chain, followerOf(place, this.#kept.orderOf));
  }

  #begin(run: StepRun, cause: Cause): Sent[] {
    const { delay } = run.content;
    if (delay === 0) return this.#send(run, cause);
    this.#actions.inTime(cause);
    const passed = this.#passed(run, cause);
    if (delay <= passed) return this.#send(run, { ...cause, age: cause.age - delay });
    this.list.put(run);
    const sent = this.#delayed(run, { cause, wait: delay - passed });
    this.list.settle(run);
    return [sent];
  }

  /** Starts the immediate follow-on. Returns its run; undefined if there is none or it could not start. */
  #beginFollower(run: StepRun, age: number, sent: Sent[]): StepRun | undefined {
    const next = this.#next(run);
    if (!next) return undefined;
    try {
      const following = this.#newRun(next, run.chain, age);
      sent.push(...this.#begin(following, { trigger: run.trigger, age }));
      return following;
    } catch (thrown) {
      return void this.#notFollowed(run, this.#knownError(thrown).message);
    }
  }

  #stopRun(run: StepRun): void {
    run.stop();
    this.list.settle(run);
  }

  #delayed(run: StepRun, { cause, wait }: { cause: Cause; wait: number }): Sent {
    const { trigger } = cause;
    const press = this.#ground.presses.uncounted(cause);
    run.onStopped = () => {
      const error = new OverlayError('press-refused', texts.cues.stoppedBefore);
      const action = texts.cues.asAction(captionOf(run.cue));
      this.#ground.recording.ofDesk({ kind: 'cue', action }, press, error);
    };
    run.request = this.#timer(run, {
      wait,
      run: (late) =>
        this.#orTold(run, () => {
          this.#send(run, { trigger, age: late });
          this.#followNow(run);
        }),
    });
    return { app: '', outcome: Promise.resolve({ result: 'confirmed', revision: null }), isWaiting: true };
  }

  /** Throws if nothing of the step can be sent. */
  #send(run: StepRun, cause: Cause): Sent[] {
    const { targets, follow } = run.content;
    const { apps, clock } = this.#ground;
    const request = requestOf(run.cue, run.content, { apps, links: this.#links, now: clock.now() });
    const { requests, missing, unreached, incomplete, rows } = request;
    checkSends(run.cue, targets, request);
    if (incomplete.length > 0 && !run.chain.asked.has(placeKey(run))) throw lacksData(run.cue, incomplete);
    const sent = this.#actions.sendEach(requests, { ...cause, together: run.chain.atOnce });
    this.#links.cueSent(...reached(sent, targets, rows));
    if (missing.length > 0) this.#kept.tell(texts.cues.firedWithout(captionOf(run.cue), missing.join('; ')));
    run.sentAt = clock.monotonic();
    run.parts = [...requests.keys()].flatMap((app, at) => (sent[at] ? [new StepPart(app, sent[at], clock)] : []));
    this.list.put(run);
    run.parts.forEach((part, at) => {
      if (part.outcome) this.#notConfirmed(run, part);
      else void sent[at]?.outcome.then((outcome) => this.#ended(run, part, outcome));
    });
    // A pause has nothing to confirm, so its follow-on counts from its due time.
    const isTimed = follow.on === 'time' || (follow.on === 'confirmed' && run.parts.length === 0);
    if (isTimed) this.#followAfter(run, follow.after - this.#passed(run, cause));
    this.#look(run);
    return [...sent, ...notReached(unreached)];
  }

  #ended(run: StepRun, part: StepPart, outcome: Outcome): void {
    part.outcome = outcome;
    this.#noticeSleep();
    if (outcome.result === 'confirmed') this.#lookLater(run);
    else this.#notConfirmed(run, part);
  }

  #notConfirmed(run: StepRun, { app, outcome }: StepPart): void {
    if (!outcome || outcome.result === 'confirmed') return;
    run.reason = `${app.name}: ${outcome.error.message}`;
    run.follow?.end();
    if (run.content.follow.on !== 'start') this.#notFollowed(run, run.reason);
    this.list.settle(run);
  }

  #lookLater(run: StepRun): void {
    this.#look(run);
    this.#followNow(run);
  }

  #followNow(run: StepRun): void {
    const late = run.takeFollowsNow();
    if (late !== undefined) this.#follow(run, late);
  }

  #look(run: StepRun): void {
    const now = this.#ground.clock.monotonic();
    for (const part of run.parts) {
      const wasDue = part.out?.isRunning ?? false;
      if (part.look()) this.#becameTrue(run, part);
      if (wasDue && !part.out?.isRunning && part.doubt !== '') this.#told(run, texts.cues.doubtfulOut(part.doubt));
      if (part.overdueSince !== undefined) this.#goOut(run, part, now - part.overdueSince);
    }
    if (run.isConfirmed && !run.hasFollowed) {
      run.hasFollowed = true;
      this.#followConfirmed(run, now);
    }
    this.list.settle(run);
  }

  /** A confirmed part owns what it shows, which goes Out after the duration of the step. */
  #becameTrue(run: StepRun, part: StepPart): void {
    for (const other of this.list.open) {
      const same = other === run ? [] : other.parts.filter(({ app }) => app === part.app);
      const isLater = (other.sentAt ?? 0) > (run.sentAt ?? 0);
      for (const one of same) part.takeOver(one, isLater);
      if (same.length > 0) this.list.settle(other);
    }
    const { duration } = run.content;
    if (duration === null || run.isStopped || part.shown.length === 0) return;
    if (part.outcome?.result === 'confirmed') {
      this.#outAfter(run, part, duration);
    } else {
      // The state matches the request, but another user may have made the change.
      this.#told(run, texts.cues.takenByWhom);
    }
  }

  #takeOut(run: StepRun, part: StepPart, late: number): void {
    const now = this.#ground.clock.monotonic();
    part.look();
    part.overdueSince = now - late;
    this.#goOut(run, part, late);
  }

  /** Takes out every graphic that is due and free. The rest follows once its pending operations have ended. */
  #goOut(run: StepRun, part: StepPart, age: number): void {
    if (part.shown.every(({ id }) => part.leaving.has(id))) return void (part.overdueSince = undefined);
    const free = part.free.filter(({ id }) => !part.leaving.has(id));
    if (free.length === 0) return;
    this.#orTold(run, () => {
      for (const { id } of free) part.leaving.add(id);
      // Unknown state: another user may have taken it since.
      if (!part.isKnown) throw new OverlayError('press-refused', texts.cues.stateUnknown);
      const request = outRequest(run.cue, free);
      const [sent] = this.#actions.sendEach(new Map([[part.app, request]]), { trigger: run.trigger, age }, true);
      if (sent?.error) throw sent.error;
      this.#wentOut(part.app, free);
      void sent?.outcome.then((outcome) => {
        if (outcome.result === 'confirmed') return this.#wentOut(part.app, free);
        run.reason = texts.cues.notOut(outcome.error.message);
        this.#kept.tell(texts.cues.cueNotOut(captionOf(run.cue), outcome.error.message));
        this.list.settle(run);
      });
    });
  }

  /** A press at the same time must not take these In again. */
  #wentOut({ state: { history } }: OpenApp, targets: readonly { id: string }[]): void {
    for (const { id } of targets) history.wentOut(id, this.#ground.clock.monotonic());
  }

  #followConfirmed(run: StepRun, now: number): void {
    const { follow } = run.content;
    if (follow.on !== 'confirmed' || run.parts.length === 0) return;
    if (now - (run.sentAt ?? now) <= confirmedWithin) return this.#followAfter(run, follow.after);
    this.#notFollowed(run, texts.cues.confirmedLate);
  }

  #followAfter(run: StepRun, wait: number): void {
    if (!run.goesOn || !run.follower) return;
    if (wait <= 0 && !this.#kept.isHeld(run.cue.id)) return void (run.followsNow = -wait);
    run.follow = this.#timer(run, { wait: Math.max(0, wait), run: (late) => this.#follow(run, late) });
    this.list.settle(run);
  }

  #follow(run: StepRun, age: number): void {
    const next = this.#next(run);
    if (!next) return;
    run.chain.atOnce = new Set();
    run.chain.moment += 1;
    try {
      this.start(next, { trigger: run.trigger, age }, run.chain);
    } catch (thrown) {
      this.#notFollowed(run, this.#knownError(thrown).message);
    }
  }

  /** The follow-on of a run; undefined for none. Reports a follow-on that cannot start. */
  #next(run: StepRun): StepPlace | undefined {
    const isUnseen = this.#kept.isFollowUnseen(run.cue.id, run.follower?.cue.id ?? '');
    const next = isUnseen ? texts.cues.followChanged : followerNow(run, this.#kept.orderOf);
    if (typeof next !== 'string') return next;
    return void this.#notFollowed(run, next);
  }

  #notFollowed(run: StepRun, why: string): void {
    const next = run.goesOn && run.follower;
    run.isLast = true;
    if (next) this.#kept.tell(texts.cues.notFollowed(captionOf(next.cue), captionOf(run.cue), why));
  }

  /** Milliseconds of the wait that have passed; none while the rundown is on hold. */
  #passed({ cue }: StepRun, { age }: Cause): number {
    return this.#kept.isHeld(cue.id) ? 0 : age;
  }

  #timer(run: StepRun, { wait, run: fire }: { wait: number; run(late: number): void }): Timer {
    const { stops } = run;
    const timer = new Timer(this.#ground.clock, {
      wait,
      run: (late) => {
        this.#noticeSleep();
        if (run.stops === stops) fire(late);
        this.list.settle(run);
      },
      lapsed: () => {
        this.#told(run, texts.cues.tooBusy);
        this.#stopRun(run);
      },
    });
    timer.setHeld(this.#kept.isHeld(run.cue.id));
    return timer;
  }

  /** Automatic events have no caller, so errors are reported to the operator. */
  #orTold(run: StepRun, happen: () => void): void {
    try {
      happen();
    } catch (thrown) {
      const error = this.#knownError(thrown);
      run.stops += 1;
      this.#told(run, error.message);
      this.list.settle(run);
    }
  }

  #told(run: StepRun, reason: string): void {
    run.reason = reason;
    this.#kept.tell(texts.cues.problem(captionOf(run.cue), reason));
  }
}
