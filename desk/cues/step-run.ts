import type { Trigger } from '../../contract/desk-api/as-run.ts';
import type { Cue, CueStep, CueView } from '../../contract/desk-api/cue.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Operation, Outcome } from '../app/operation.ts';
import type { Sent } from '../operate/sent.ts';
import { captionOf } from './rundown-order.ts';
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
  /** Since when (ms by the monotonic clock) what it shows should be out, which something under way still prevents. */
  overdueSince: number | undefined;
  /** What was asked to go out, and is not asked again. */
  readonly leaving = new Set<string>();
  /** When it became true (ms by the monotonic clock). */
  #trueSince = Infinity;
  #shown: Shown[] = [];
  /** What is In, and was its own until something happened that nobody saw. */
  #doubted: Shown[] = [];
  #doubt = '';
  /** What counted the revisions of what it took In. */
  #counter = '';

  constructor(app: OpenApp, { operation, error }: Sent) {
    this.app = app;
    this.#operation = operation;
    if (error) this.outcome = { result: 'failed', error };
  }

  /** Whether its state can be believed now. */
  get isKnown(): boolean {
    return this.app.state.isBelieved;
  }

  /** What it took In, and what nobody has set again since. */
  get shown(): readonly Shown[] {
    return this.#shown;
  }

  /** Why nobody can tell any more whether something that it took In is still its own; empty if nothing of it is in doubt. */
  get doubt(): string {
    return this.#doubted.length > 0 ? this.#doubt : '';
  }

  /** What may go out: what it shows, and what no request that is under way will set. */
  get free(): readonly Shown[] {
    return this.#shown.filter(({ id }) => !this.app.state.underWay(id).some(({ state }) => state));
  }

  /** What an operator who ends it wants out: what it shows or may show, and what it asked for while nobody knows whether it came In. */
  get ownOrAsked(): readonly Pick<Shown, 'id' | 'action'>[] {
    const isOpen = !this.isTrue && (this.outcome === undefined || this.outcome.result === 'unknown');
    return isOpen ? this.#asked : [...this.#shown, ...this.#doubted];
  }

  /** The ids of everything whose state it sets. */
  get stated(): string[] {
    return this.#operation?.items.flatMap(({ id, state }) => (state ? [id] : [])) ?? [];
  }

  /** Looks at the confirmed state. Returns whether that shows the part now, and did not before. `now`: the monotonic clock (ms). */
  look(now: number): boolean {
    if (!this.isKnown) return false;
    const became = !this.isTrue && this.#hasHappened();
    const isRecounted = this.#recount();
    if (became) {
      this.isTrue = true;
      this.#trueSince = now;
      this.#shown = this.#takenIn();
    }
    this.#doubted = this.#doubted.filter((one) => this.#isSame(one));
    this.#keep((one) => this.#isThere(one, isRecounted && !became));
    return became;
  }

  /** Another step took these In, or Out. */
  disown(ids: readonly string[]): void {
    this.#doubted = this.#doubted.filter(({ id }) => !ids.includes(id));
    this.#keep(({ id }) => !ids.includes(id));
  }

  /**
   * This part became true, so it owns what it set, and another part of the same app instance does not any more. Where nobody was told that this
   * part happened, a later part may have made it look so, and keeps what it took In.
   */
  takeOver(other: StepPart, isLater: boolean): void {
    if (isLater && this.outcome?.result === 'unknown') this.disown(other.shown.map(({ id }) => id));
    else other.disown(this.stated);
  }

  #keep(is: (one: Shown) => boolean): void {
    this.#shown = this.#shown.filter(is);
    if (this.#shown.length === 0) this.out?.end();
  }

  /**
   * Takes over the revisions of a new count, where the service is polled now, or no longer, or is another one: those before say nothing
   * about them. Returns whether there is one.
   */
  #recount(): boolean {
    const counter = `${this.app.truth?.mode} ${this.app.state.counter}`;
    if (counter === this.#counter) return false;
    this.#counter = counter;
    const recounted = (one: Shown): Shown => ({ ...one, revision: this.app.state.stateRevision(one.id) });
    this.#shown = this.#shown.map(recounted);
    this.#doubted = this.#doubted.map(recounted);
    return true;
  }

  #hasHappened(): boolean {
    const operation = this.#operation;
    if (!operation || !this.outcome) return false;
    if (this.outcome.result === 'confirmed') return this.app.state.isShown(operation);
    // Nobody was told, but the service may show it in the end. It shows no press of a button.
    const visible = operation.items.filter(({ state, payload }) => state ?? payload);
    const { state: known } = this.app;
    return (
      this.outcome.result === 'unknown' &&
      visible.length > 0 &&
      // A newer request takes the drift of this one away, and makes it no truer.
      visible.every(({ id, state }) => {
        const isIn = known.confirmed.get(id)?.state === 'In';
        return known.drift(id) === null && (state === undefined || (state === 'In') === isIn);
      })
    );
  }

  get #asked(): { id: string; action: AnimationAction }[] {
    const items = this.#operation?.items.filter(({ state }) => state === 'In') ?? [];
    return items.map(({ id, action = 'play' }) => ({ id, action }));
  }

  #takenIn(): Shown[] {
    const named = this.outcome?.result === 'confirmed' ? this.outcome.revision : null;
    // The revisions of a polled service are counted here, and are none of its own.
    const made = this.#isLive ? (named ?? Infinity) : Infinity;
    return this.#asked.flatMap(({ id, action }) => {
      const revision = this.app.state.stateRevision(id);
      // Somebody may have set it again before the answer came.
      return revision !== undefined && revision > made ? [] : [{ id, action, revision }];
    });
  }

  get #isLive(): boolean {
    return this.app.truth?.mode === 'live';
  }

  /** Whether it is In, and nobody is known to have set it since. */
  #isSame({ id, revision }: Shown): boolean {
    const { state } = this.app;
    return state.confirmed.get(id)?.state === 'In' && state.stateRevision(id) === revision;
  }

  #isThere(one: Shown, isRecounted: boolean): boolean {
    const { state } = this.app;
    const { id } = one;
    if (!this.#isSame(one)) {
      if (state.isMissed(id) && state.confirmed.get(id)?.state === 'In') this.#doubtOf(one, readAnew);
      return false;
    }
    // A polled service does not tell of a take that leaves it In, and nobody tells of one between two counts.
    const foreign = this.#isLive && !isRecounted ? undefined : state.changedElsewhereAt(id);
    if (foreign === undefined || foreign < this.#trueSince) return true;
    this.#doubtOf(one, isRecounted ? readAnew : changedElsewhere);
    return false;
  }

  #doubtOf(one: Shown, why: string): void {
    this.#doubt = why;
    this.#doubted.push({ ...one, revision: this.app.state.stateRevision(one.id) });
  }
}

const readAnew = 'The show was read anew, so nobody knows whether somebody took it again';
const changedElsewhere = 'Somebody else changed it, and this service does not tell whether they took it again';

/** A step of a cue that was started. */
export class StepRun {
  /** As it was when it started: what is edited later does not change what runs. */
  readonly cue: Cue;
  /** The cue whose values the air has now: as it was fired, or as it was updated since. */
  shownAs: Cue;
  /** Counted from 0. */
  readonly step: number;
  readonly chain: Chain;
  /** What follows it by itself, as it was when it started. */
  readonly follower: StepPlace | undefined;
  /** Empty until it is sent. */
  parts: readonly StepPart[] = [];
  /** Until its request. */
  request: Timer | undefined;
  /** Until what follows it. */
  follow: Timer | undefined;
  /** What follows it is due now, so many milliseconds late. */
  followsNow: number | undefined;
  reason = '';
  /** When its request was sent (ms by the monotonic clock), if it has one. */
  sentAt: number | undefined;
  /** What follows its confirmation was started. */
  hasFollowed = false;
  /** Nothing follows it, because something of it failed. */
  isLast = false;
  /** Nothing of it happens by itself any more. */
  isStopped = false;
  /** It was started anew. What this one shows stays its own until the other is confirmed. */
  isSuperseded = false;
  /** Called if it is stopped before it is sent. */
  onStopped: () => void = () => {};

  constructor({ cue, step }: StepPlace, chain: Chain, follower: StepPlace | undefined) {
    this.cue = cue;
    this.shownAs = cue;
    this.step = step;
    this.chain = chain;
    this.follower = follower;
  }

  get content(): CueStep {
    const step = this.cue.steps[this.step];
    if (!step) throw new Error(`Cue ${this.cue.id} has no step ${this.step}.`);
    return step;
  }

  /** What its follow-ons and goings out are caused by. */
  get trigger(): Trigger {
    return { kind: 'cue', detail: captionOf(this.cue) };
  }

  /** Why it says what it says: {@link StepRun.reason}, or what makes it UNKNOWN. Empty if there is nothing to say. */
  get why(): string {
    if (this.reason !== '') return this.reason;
    const doubt = this.parts.find((part) => part.doubt !== '')?.doubt;
    return doubt === undefined ? '' : `${doubt}.`;
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
    const open = ({ outcome, isTrue, shown, doubt }: StepPart): boolean =>
      outcome === undefined || (outcome.result !== 'failed' && !isTrue) || shown.length > 0 || doubt !== '';
    const isBeginning = this.sentAt === undefined && !this.isStopped && !this.isSuperseded;
    return isBeginning || this.timers.length > 0 || this.parts.some(open);
  }

  /** The confirmed state includes all of it. */
  get isConfirmed(): boolean {
    return this.sentAt !== undefined && this.parts.every(({ isTrue }) => isTrue);
  }

  /** How late what follows it is that is due now, once; undefined if nothing is. */
  takeFollowsNow(): number | undefined {
    const late = this.followsNow;
    this.followsNow = undefined;
    return late;
  }

  /** Whether something may follow it by itself. */
  get goesOn(): boolean {
    return !this.isLast && !this.isStopped && !this.isSuperseded && !this.chain.isStopped;
  }

  /** Whether something of it happens by itself, now or once it is confirmed. */
  get awaits(): boolean {
    const { duration, follow } = this.content;
    const later = duration !== null || (follow.on === 'confirmed' && this.goesOn);
    const mayCome = ({ outcome, isTrue }: StepPart): boolean =>
      !isTrue && (outcome === undefined || outcome.result === 'confirmed');
    return this.timers.length > 0 || (!this.isStopped && later && this.parts.some(mayCome));
  }

  /** Nothing of it happens by itself any more, whatever is confirmed of it later. */
  stop(): void {
    this.isStopped = true;
    for (const { timer } of this.timers) timer.end();
    for (const part of this.parts) part.overdueSince = undefined;
    if (this.sentAt === undefined) this.onStopped();
  }

  /** It was started anew, so what it waited for does not happen. What it took In still goes out after its time. */
  supersede(): void {
    this.isSuperseded = true;
    this.request?.end();
    this.follow?.end();
    if (this.sentAt === undefined) this.onStopped();
  }

  /** Whether it has a sub-composition on air, by its address. */
  shows(address: string): boolean {
    const { app: key, id } = parseAddress(address);
    return this.parts.some(({ app, shown }) => app.identity.key === key && shown.some((one) => one.id === id));
  }

  get onAir(): CueView['onAir'] {
    const showing = this.parts.filter(({ shown, doubt }) => shown.length > 0 || doubt !== '');
    if (showing.some(({ isKnown, doubt }) => !isKnown || doubt !== '')) return 'unknown';
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
    if (this.request?.isRunning || this.follow?.isRunning) return 'WAITING';
    return this.sentAt === undefined ? 'FAILED' : 'DONE';
  }
}

/** A step of a cue, counted from 0, with the cue as it is fired. */
export interface StepPlace {
  cue: Cue;
  step: number;
}

/** A place in words that compare. */
export function placeKey({ cue, step }: StepPlace): string {
  return `${cue.id} ${step}`;
}

/** A cue, and when it began (ms since the epoch). */
export interface RunningCue {
  cue: string;
  at: number;
}

/** Everything that one press started, directly or by follow-ons. */
export class Chain {
  /** The rundown that a go began it in, which goes on with it; undefined for what was fired beside its rundown. */
  readonly rundown: string | undefined;
  /** The cue of it that began last. */
  running: RunningCue | undefined;
  /** Nothing more of it starts. */
  isStopped = false;
  /** When each place was started last, by the monotonic clock. */
  readonly started = new Map<string, number>();
  /** The places that were started at once by one press, one timer or one frame. */
  readonly atOnce = new Set<string>();

  constructor(rundown?: string) {
    this.rundown = rundown;
  }
}
