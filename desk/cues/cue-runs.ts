import type { Cue, CueView } from '../../contract/desk-api/cue.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { Outcome, Request } from '../app/operation.ts';
import type { Cause } from '../app/presses.ts';
import { type Sent, unlessRefused, worstOf } from '../operate/sent.ts';
import type { LiveData } from '../live-data/live-data.ts';
import type { Clock, KnownError } from '../ports.ts';
import { cueView } from './cue-view.ts';
import { captionOf, type RundownOrder } from './rundown-order.ts';
import { Chain, StepPart, StepRun } from './step-run.ts';
import { outRequest, stepRequest } from './step-request.ts';
import { Timer, timerDeadline } from './timer.ts';

/** A step that is started again by its own follow-ons within so many milliseconds goes round without end. */
const roundWithin = 50;

export interface CueRunsPorts {
  clock: Clock;
  apps: OpenApps;
  knownError: KnownError;
  /** Sends requests as one press. Throws `press-refused` if it came too late. */
  send(requests: ReadonlyMap<OpenApp, Request>, cause: Cause): Sent[];
  /** Throws `press-refused` if a press came too late. */
  inTime(cause: Cause): void;
  /** The order of the rundown that has a cue; undefined if none has it. */
  order(cue: string): RundownOrder | undefined;
  /** Whether the rundown of a cue is on hold. */
  isHeld(cue: string): boolean;
  /** The view of a cue may have changed. */
  changed(cue: string): void;
  /** Tells the operator what did not happen, in a sentence. */
  tell(text: string): void;
  /** The live data, which is opened after the cues. */
  data(): Pick<LiveData, 'links' | 'staleSource'>;
}

/** A step of a cue, counted from 0. */
interface StepPlace {
  cue: Cue;
  step: number;
}

/** Fires cues, and does in time what follows by itself. What is sent is true only when services confirm it. */
export class CueRuns {
  readonly #ports: CueRunsPorts;
  /** By cue, the runs of its steps: the last one of each. */
  readonly #runs = new Map<string, StepRun[]>();
  /** The runs of which something may still change. */
  readonly #open = new Set<StepRun>();
  /** How long the machine had slept when this was last looked at (ms). */
  #asleep: number;

  constructor(ports: CueRunsPorts) {
    this.#ports = ports;
    this.#asleep = ports.clock.sinceBoot() - ports.clock.monotonic();
  }

  /**
   * Starts a step of a cue, and what runs together with it. Starting a step anew ends the run before. Throws `call-invalid`
   * if the show has nothing of it, and `press-refused` or `not-connected` if nothing of it could be sent.
   */
  start({ cue, step }: StepPlace, cause: Cause, chain = new Chain()): Sent[] {
    this.#noticeSleep();
    const run = new StepRun(cue, step, chain);
    const { delay } = run.content;
    this.#noteRound(run);
    if (delay > cause.age) {
      this.#ports.inTime(cause);
      this.#put(run);
      const sent = this.#delayed(run, { cause, wait: delay - cause.age });
      this.#settle(run);
      this.#startTogether(run);
      return [sent];
    }
    const sent = this.#send(run, cause);
    this.#startTogether(run);
    return unlessRefused(sent);
  }

  /**
   * Ends a cue: what it waits for does not happen any more, and what it took In goes Out. Throws `call-invalid` if there is
   * nothing to end.
   */
  end(cue: Cue, cause: Cause): Sent[] {
    const runs = this.#runs.get(cue.id) ?? [];
    const waits = runs.some(({ timers }) => timers.length > 0);
    const parts = runs.flatMap((run) => run.parts.filter(({ shown }) => shown.length > 0));
    if (!waits && parts.length === 0) {
      throw new OverlayError('call-invalid', `Nothing of the cue ${captionOf(cue)} waits or is on air.`);
    }
    this.#ports.inTime(cause);
    for (const run of runs) this.#stop(run);
    const requests = [...Map.groupBy(parts, ({ app }) => app)].map(([app, own]): [OpenApp, Request] => {
      return [
        app,
        outRequest(
          cue,
          own.flatMap(({ shown }) => shown),
        ),
      ];
    });
    return requests.length > 0 ? unlessRefused(this.#ports.send(new Map(requests), cause)) : [];
  }

  /**
   * Stops everything that would happen by itself in an app, with all that the same press started. `why` says what happened:
   * `Panic`, `Arena was lost`.
   */
  stop({ identity: { key } }: OpenApp, why: string): void {
    const here = [...this.#open].filter((run) => names(run, key));
    const chains = new Set(here.map(({ chain }) => chain));
    this.#stopAll(
      [...this.#open].filter((run) => here.includes(run) || chains.has(run.chain)),
      why,
    );
  }

  #stopAll(runs: readonly StepRun[], why: string): void {
    const ended = runs.filter(({ awaits }) => awaits);
    for (const run of ended) run.reason = `Stopped: ${why}.`;
    for (const run of runs) {
      run.chain.isStopped = true;
      this.#stop(run);
    }
    const captions = new Set(ended.map(({ cue }) => captionOf(cue)));
    if (captions.size > 0)
      this.#ports.tell(`${why}, so nothing more happens by itself of ${[...captions].join('; ')}.`);
  }

  /** A machine that slept does nothing on waking that was due before, or that waited for what came meanwhile. */
  #noticeSleep(): void {
    const { clock } = this.#ports;
    const before = this.#asleep;
    // On some systems the monotonic clock stands still while the machine sleeps; on others, timers are late.
    this.#asleep = clock.sinceBoot() - clock.monotonic();
    if (this.#asleep - before >= timerDeadline) this.#stopAll([...this.#open], 'The machine slept');
  }

  /** The confirmed state of an app may have changed. */
  truthChanged(app: OpenApp): void {
    if (this.#open.size === 0) return;
    this.#noticeSleep();
    for (const run of [...this.#open]) if (run.parts.some((part) => part.app === app)) this.#look(run);
  }

  /** What waits stands still while its rundown is on hold, and goes on afterwards. */
  fitHold(): void {
    this.#noticeSleep();
    for (const run of this.#open) {
      const held = this.#ports.isHeld(run.cue.id);
      for (const { timer } of run.timers) timer.setHeld(held);
      if (run.timers.length > 0) this.#ports.changed(run.cue.id);
    }
  }

  /** Whether something of a cue will happen by itself. */
  awaits(cue: string): boolean {
    return this.#runs.get(cue)?.some((run) => this.#open.has(run) && run.awaits) ?? false;
  }

  /** Forgets what cues did, as far as it is over. */
  forget(cues: Iterable<string>): void {
    for (const cue of cues) {
      const left = (this.#runs.get(cue) ?? []).filter((run) => this.#open.has(run));
      if (left.length > 0) this.#runs.set(cue, left);
      else if (this.#runs.delete(cue)) this.#ports.changed(cue);
    }
  }

  /** The cues of which something will happen by itself, as operators call them. */
  get waiting(): string[] {
    return [...new Set([...this.#open].flatMap((run) => (run.awaits ? [captionOf(run.cue)] : [])))];
  }

  /** Nothing happens by itself any more. */
  close(): void {
    for (const run of this.#open) run.stop();
  }

  /** What is known of a cue that was fired; undefined if it was not. `isSame`: whether it still is what was fired. */
  view(id: string, isSame: (fired: Cue) => boolean): CueView | undefined {
    const runs = this.#runs.get(id);
    if (!runs) return undefined;
    const edited = runs.some((run) => this.#open.has(run) && !isSame(run.cue));
    return { ...cueView(runs, this.#ports.clock.now()), ...(edited && { edited }) };
  }

  // One step.

  /** A step that is started anew replaces its earlier run. The first step replaces the whole earlier run of its cue. */
  #put(run: StepRun): void {
    const { id } = run.cue;
    const before = this.#runs.get(id) ?? [];
    if (before.includes(run)) return;
    const kept = run.step === 0 ? [] : before.filter(({ step }) => step !== run.step);
    for (const one of before) if (!kept.includes(one)) this.#drop(one);
    this.#runs.set(id, [...kept, run]);
    this.#open.add(run);
  }

  #drop(run: StepRun): void {
    run.stop();
    this.#open.delete(run);
  }

  #stop(run: StepRun): void {
    run.stop();
    this.#settle(run);
  }

  /** Something of a run changed. */
  #settle(run: StepRun): void {
    if (!run.isOpen) this.#open.delete(run);
    this.#ports.changed(run.cue.id);
  }

  #delayed(run: StepRun, { cause: { trigger }, wait }: { cause: Cause; wait: number }): Sent {
    const ended = Promise.withResolvers<Outcome>();
    const failed = (error: OverlayError): void => ended.resolve({ result: 'failed', error });
    run.request = this.#timer(run, {
      wait,
      run: (late) =>
        this.#orTold(
          run,
          () => {
            const sent = this.#send(run, { trigger, age: late });
            const outcomes = Promise.all(sent.map(({ outcome }) => outcome));
            void outcomes.then((all) => ended.resolve(worstOf(all) ?? { result: 'confirmed', revision: null }));
          },
          failed,
        ),
    });
    run.onStopped = () => failed(new OverlayError('press-refused', 'It was stopped before its time.'));
    return { app: '', outcome: ended.promise };
  }

  /** Sends a step. Throws if nothing of it can be sent at all. */
  #send(run: StepRun, cause: Cause): Sent[] {
    const { targets, follow } = run.content;
    const { tell, data } = this.#ports;
    const { requests, missing, rows } = stepRequest(run.cue, targets, {
      apps: this.#ports.apps,
      rowValues: (row) => data().links.rowValues(row),
    });
    if (requests.size === 0 && targets.length > 0) {
      throw new OverlayError('call-invalid', `Nothing of the cue ${captionOf(run.cue)} is in this show.`);
    }
    const sent = this.#ports.send(requests, cause);
    for (const { values, ...row } of rows) data().links.rowTaken(row, values);
    if (missing.length > 0) tell(`The cue ${captionOf(run.cue)} was fired without ${missing.join('; ')}.`);
    const opened = [...requests.keys()];
    run.isSent = true;
    run.parts = sent.flatMap((one, at) => {
      const app = opened[at];
      return app ? [new StepPart(app, one)] : [];
    });
    this.#put(run);
    run.parts.forEach((part, at) => {
      if (part.outcome) this.#notConfirmed(run, part);
      else void sent[at]?.outcome.then((outcome) => this.#ended(run, part, outcome));
    });
    if (follow.on === 'time') this.#followAfter(run, follow.after - cause.age);
    this.#look(run);
    return sent;
  }

  #ended(run: StepRun, part: StepPart, outcome: Outcome): void {
    part.outcome = outcome;
    this.#noticeSleep();
    if (outcome.result === 'confirmed') this.#look(run);
    else this.#notConfirmed(run, part);
  }

  #notConfirmed(run: StepRun, { app, outcome }: StepPart): void {
    if (!outcome || outcome.result === 'confirmed') return;
    run.reason = `${app.name}: ${outcome.error.message}`;
    run.follow?.end();
    if (run.content.follow.on !== 'start') this.#notFollowed(run, run.reason);
    this.#settle(run);
  }

  /** Compares a run with the confirmed state. */
  #look(run: StepRun): void {
    const { follow } = run.content;
    for (const part of run.parts) if (part.look() && part.shown.length > 0) this.#armOut(run, part);
    if (run.isConfirmed && !run.hasFollowed) {
      run.hasFollowed = true;
      if (follow.on === 'confirmed') this.#followAfter(run, follow.after);
    }
    this.#settle(run);
  }

  /** What a part shows now goes out after its duration, if it has one. */
  #armOut(run: StepRun, part: StepPart): void {
    const { duration } = run.content;
    if (duration === null || run.isStopped) return;
    if (part.outcome?.result === 'confirmed') {
      part.out = this.#timer(run, { wait: duration, run: (late) => this.#takeOut(run, part, late) });
    } else {
      // It looks as if the request was carried out, but somebody else may have done the same.
      this.#told(run, 'Nobody knows whether this cue took it In, so it does not go out by itself.');
    }
  }

  #takeOut(run: StepRun, part: StepPart, age: number): void {
    this.#orTold(run, () => {
      part.look();
      const { free } = part;
      if (free.length === 0) return;
      // Somebody may have taken it since, and nobody here can tell.
      if (!part.isKnown) throw new OverlayError('press-refused', 'Its state is not known, so it was not taken out.');
      const request = outRequest(run.cue, free);
      const [sent] = this.#ports.send(new Map([[part.app, request]]), { trigger: triggerOf(run.cue), age });
      if (sent?.error) throw sent.error;
      void sent?.outcome.then((outcome) => {
        if (outcome.result === 'confirmed') return;
        run.reason = `It did not go out: ${outcome.error.message}`;
        this.#ports.tell(`The cue ${captionOf(run.cue)} did not go out: ${outcome.error.message}`);
        this.#settle(run);
      });
    });
  }

  // What follows by itself.

  #startTogether(run: StepRun): void {
    if (run.content.follow.on === 'start') this.#follow(run, 0);
  }

  #followAfter(run: StepRun, wait: number): void {
    if (!run.goesOn || !this.#next(run)) return;
    if (wait <= 0 && !this.#ports.isHeld(run.cue.id)) return this.#follow(run, -wait);
    run.follow = this.#timer(run, { wait: Math.max(0, wait), run: (late) => this.#follow(run, late) });
    this.#settle(run);
  }

  #follow(run: StepRun, age: number): void {
    const next = this.#next(run);
    if (!next || !run.goesOn) return;
    try {
      this.start(next, { trigger: triggerOf(run.cue), age }, run.chain);
    } catch (thrown) {
      this.#notFollowed(run, this.#ports.knownError(thrown).message);
    }
  }

  /** What follows a step without a go. */
  #next({ cue: { id: cue }, step }: StepRun): StepPlace | undefined {
    const order = this.#ports.order(cue);
    const place = { cue, step };
    const next = order?.following(place);
    if (!order || !next || order.waitsForGo(place, next)) return undefined;
    const following = order.cue(next.cue);
    return following && { cue: following, step: next.step };
  }

  #notFollowed(run: StepRun, why: string): void {
    const next = run.goesOn && this.#next(run);
    run.isLast = true;
    if (next) this.#ports.tell(`The cue ${captionOf(next.cue)} did not follow ${captionOf(run.cue)}: ${why}`);
  }

  /** A chain of follow-ons that comes round without any time between would never end. Throws `press-refused`. */
  #noteRound({ cue, step, chain }: StepRun): void {
    const now = this.#ports.clock.monotonic();
    const place = `${cue.id} ${step}`;
    if (now - (chain.started.get(place) ?? -Infinity) < roundWithin) {
      throw new OverlayError('press-refused', 'The cues follow each other in a circle without any time between them.');
    }
    chain.started.set(place, now);
  }

  // Time.

  #timer(run: StepRun, { wait, run: fire }: { wait: number; run(late: number): void }): Timer {
    const timer = new Timer(this.#ports.clock, {
      wait,
      run: (late) => {
        this.#noticeSleep();
        if (!run.isStopped) fire(late);
        this.#settle(run);
      },
      lapsed: () => {
        run.reason = 'Its time passed while the machine was too busy, so it was not done.';
        this.#ports.tell(
          `The cue ${captionOf(run.cue)}: its time passed while the machine was too busy, so it was not done.`,
        );
        this.#stop(run);
      },
    });
    timer.setHeld(this.#ports.isHeld(run.cue.id));
    return timer;
  }

  /** Nobody waits for what happens by itself, so what it throws is told. */
  #orTold(run: StepRun, happen: () => void, failed: (error: OverlayError) => void = () => {}): void {
    try {
      happen();
    } catch (thrown) {
      const error = this.#ports.knownError(thrown);
      run.isStopped = true;
      this.#told(run, error.message);
      failed(error);
      this.#settle(run);
    }
  }

  #told(run: StepRun, reason: string): void {
    run.reason = reason;
    this.#ports.tell(`The cue ${captionOf(run.cue)}: ${reason}`);
  }
}

/** What follow-ons and goings out are caused by. */
function triggerOf(cue: Cue): Cause['trigger'] {
  return { kind: 'cue', detail: captionOf(cue) };
}

/** Whether a run affects an app, by what it sent or will send. */
function names({ parts, content }: StepRun, key: string): boolean {
  return (
    parts.some(({ app }) => app.identity.key === key) ||
    content.targets.some(({ subComposition }) => parseAddress(subComposition).app === key)
  );
}
