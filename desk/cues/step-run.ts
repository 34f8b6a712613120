import type { Cue, CueStep, CueView } from '../../contract/desk-api/cue.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Operation, Outcome } from '../app/operation.ts';
import type { Sent } from '../operate/sent.ts';
import type { Timer } from './timer.ts';

/** Something that a part of a step took In. It is the step's for as long as nobody sets its state again. */
interface Shown {
  id: string;
  /** How it goes Out again. */
  action: AnimationAction;
  /** The revision that set its state. */
  revision: number | undefined;
}

/** The part of a step for one app instance. */
export class StepPart {
  readonly app: OpenApp;
  readonly #operation: Operation | undefined;
  /** How its request ended; undefined until then. */
  outcome: Outcome | undefined;
  /** The confirmed state includes it. */
  isTrue = false;
  /** Takes out what it shows. */
  out: Timer | undefined;
  #shown: Shown[] = [];

  constructor(app: OpenApp, { operation, error }: Sent) {
    this.app = app;
    this.#operation = operation;
    if (error) this.outcome = { result: 'failed', error };
  }

  /** Whether its state can be believed now. */
  get isKnown(): boolean {
    const { status, stale } = this.app.state.connection;
    return status === 'live' && !stale;
  }

  /** What it took In, and what nobody has set again since. */
  get shown(): readonly Shown[] {
    return this.#shown;
  }

  /** What may go out: what it shows, and what no request that is under way will set. */
  get free(): readonly Shown[] {
    return this.#shown.filter(({ id }) => !this.app.state.underWay(id).some(({ state }) => state));
  }

  /** Looks at the confirmed state. Returns whether that shows the part now, and did not before. */
  look(): boolean {
    if (!this.isKnown) return false;
    const became = !this.isTrue && this.#hasHappened();
    if (became) {
      this.isTrue = true;
      this.#shown = this.#takenIn();
    }
    this.#shown = this.#shown.filter((one) => this.#isThere(one));
    if (this.#shown.length === 0) this.out?.end();
    return became;
  }

  #hasHappened(): boolean {
    const operation = this.#operation;
    if (!operation || !this.outcome) return false;
    if (this.outcome.result === 'confirmed') return this.app.state.isShown(operation);
    // Nobody was told, but the service may show it in the end. It shows no press of a button.
    const visible = operation.items.filter(({ state, payload }) => state ?? payload);
    return (
      this.outcome.result === 'unknown' &&
      visible.length > 0 &&
      visible.every(({ id }) => this.app.state.drift(id) === null)
    );
  }

  #takenIn(): Shown[] {
    const items = this.#operation?.items.filter(({ state }) => state === 'In') ?? [];
    const named = this.outcome?.result === 'confirmed' ? this.outcome.revision : null;
    // The revisions of a polled service are counted here, and are none of its own.
    const made = this.app.truth?.mode === 'live' ? (named ?? Infinity) : Infinity;
    return items.flatMap(({ id, action = 'play' }) => {
      const revision = this.app.state.stateRevision(id);
      // Somebody may have set it again before the answer came.
      return revision !== undefined && revision > made ? [] : [{ id, action, revision }];
    });
  }

  #isThere({ id, revision }: Shown): boolean {
    const { state } = this.app;
    return state.confirmed.get(id)?.state === 'In' && state.stateRevision(id) === revision;
  }
}

/** A step of a cue that was started. */
export class StepRun {
  /** As it was when it started: what is edited later does not change what runs. */
  readonly cue: Cue;
  /** The cue whose values the air has now: as it was fired, or as it was updated since. */
  shownAs: Cue;
  /** Counted from 0. */
  readonly step: number;
  readonly chain: Chain;
  /** Empty until it is sent. */
  parts: readonly StepPart[] = [];
  /** Until its request. */
  request: Timer | undefined;
  /** Until what follows it. */
  follow: Timer | undefined;
  /** Why it failed, is unknown or was stopped; empty for none of these. */
  reason = '';
  /** Its request was sent, if it has one. */
  isSent = false;
  /** What follows its confirmation was started. */
  hasFollowed = false;
  /** Nothing follows it, because something of it failed. */
  isLast = false;
  /** Nothing of it happens by itself any more. */
  isStopped = false;
  /** Called if it is stopped before it is sent. */
  onStopped: () => void = () => {};

  constructor(cue: Cue, step: number, chain: Chain) {
    this.cue = cue;
    this.shownAs = cue;
    this.step = step;
    this.chain = chain;
  }

  get content(): CueStep {
    const step = this.cue.steps[this.step];
    if (!step) throw new Error(`Cue ${this.cue.id} has no step ${this.step}.`);
    return step;
  }

  /** Everything that happens by itself, the earliest first. */
  get timers(): { what: 'request' | 'follow' | 'out'; timer: Timer }[] {
    const all = [
      { what: 'request' as const, timer: this.request },
      { what: 'follow' as const, timer: this.follow },
      ...this.parts.map(({ out }) => ({ what: 'out' as const, timer: out })),
    ];
    const running = all.flatMap(({ what, timer }) => (timer?.isRunning ? [{ what, timer }] : []));
    return running.sort((one, other) => one.timer.left - other.timer.left);
  }

  /** Whether anything of it may still change by itself, or by what services report. */
  get isOpen(): boolean {
    const open = ({ outcome, isTrue, shown }: StepPart): boolean =>
      outcome === undefined || (outcome.result !== 'failed' && !isTrue) || shown.length > 0;
    return this.timers.length > 0 || this.parts.some(open);
  }

  /** The confirmed state includes all of it. */
  get isConfirmed(): boolean {
    return this.isSent && this.parts.every(({ isTrue }) => isTrue);
  }

  /** Whether something may follow it by itself. */
  get goesOn(): boolean {
    return !this.isLast && !this.isStopped && !this.chain.isStopped;
  }

  /** Whether something of it happens by itself, now or once it is confirmed. */
  get awaits(): boolean {
    const { duration, follow } = this.content;
    const later = !this.isConfirmed && !this.isStopped && (duration !== null || follow.on === 'confirmed');
    return this.timers.length > 0 || (later && this.parts.some(({ outcome }) => outcome?.result !== 'failed'));
  }

  /** Nothing of it happens by itself any more, whatever is confirmed of it later. */
  stop(): void {
    this.isStopped = true;
    for (const { timer } of this.timers) timer.end();
    if (!this.isSent) this.onStopped();
  }

  /** Whether it has a sub-composition on air, by its address. */
  shows(address: string): boolean {
    const { app: key, id } = parseAddress(address);
    return this.parts.some(({ app, shown }) => app.identity.key === key && shown.some((one) => one.id === id));
  }

  get onAir(): CueView['onAir'] {
    const showing = this.parts.filter(({ shown }) => shown.length > 0);
    if (showing.some(({ isKnown }) => !isKnown)) return 'unknown';
    return showing.length > 0 ? 'yes' : 'no';
  }

  /** The state of the cue, as far as this step goes. */
  get state(): 'UNKNOWN' | 'REQUESTED' | 'FAILED' | 'ON AIR' | 'WAITING' | 'DONE' {
    const some = (is: (part: StepPart) => boolean): boolean => this.parts.some(is);
    const isUnsure = ({ outcome, isTrue, isKnown }: StepPart): boolean =>
      !isTrue &&
      outcome !== undefined &&
      (outcome.result === 'unknown' || (outcome.result === 'confirmed' && !isKnown));
    if (this.onAir === 'unknown' || some(isUnsure)) return 'UNKNOWN';
    if (some(({ outcome }) => outcome === undefined)) return 'REQUESTED';
    if (some(({ outcome, isTrue }) => outcome?.result === 'confirmed' && !isTrue)) return 'REQUESTED';
    if (some(({ outcome }) => outcome?.result === 'failed')) return 'FAILED';
    if (this.onAir === 'yes') return 'ON AIR';
    return this.request?.isRunning || this.follow?.isRunning ? 'WAITING' : 'DONE';
  }
}

/** Everything that one press started, directly or by follow-ons. */
export class Chain {
  /** Nothing more of it starts. */
  isStopped = false;
  /** When each place was started last, by the monotonic clock. */
  readonly started = new Map<string, number>();
}
