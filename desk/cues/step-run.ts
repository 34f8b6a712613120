import { z } from 'zod';
import { texts } from '../../contract/texts/texts.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import type { Cue, CuePlace, CueStep } from '../../contract/desk-api/cue.ts';
import type { InUse } from '../../contract/desk-api/backup.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { mostOnAir, type OnAir } from '../../contract/model/tally.ts';
import type { Clock } from '../../contract/clock.ts';
import { AnimationAction } from '../../contract/model/animation-state.ts';
import type { StateEntry } from '../app/history.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Operation, Outcome } from '../app/operation.ts';
import type { Sent } from '../operate/sent.ts';
import { captionOf } from './rundown-order.ts';
import type { Timer } from './timer.ts';

/** A graphic that a part took In. The step owns it until its state is set again. */
interface ShownTarget {
  id: string;
  action: AnimationAction;
  /** Of its entry in the history, while the step owns it. */
  count: number;
  /** By which the step owns it: its own, or an undo that gave it back. */
  press: number | undefined;
}

/** What a step had on air in an app instance that the desk does not reach now. */
export const KeptPart = z.object({
  app: z.string(),
  /** The service and the app instance there, which a fail-over or an edited connection changes. */
  at: z.string(),
  /** Of that service; null for a part in doubt or of unknown outcome, and for a polled service. */
  revision: z.int().nullable(),
  asked: z.array(z.object({ id: z.string(), action: AnimationAction })),
  /** The ids that it still has, of those asked for. */
  has: z.array(z.string()),
});
export type KeptPart = z.infer<typeof KeptPart>;

export class StepPart {
  readonly app: OpenApp;
  readonly #clock: Clock;
  readonly #operation: Operation | undefined;
  outcome: Outcome | undefined;
  isTrue = false;
  out: Timer | undefined;
  /** When the graphic should have gone Out (monotonic ms), while a pending operation prevents it. */
  overdueSince: number | undefined;
  readonly leaving = new Set<string>();
  /** An Out that the loss of the service cut off: ms left, since when (monotonic ms; undefined on hold), side in use. */
  #cutOut: { left: number; since: number | undefined; side: InUse } | undefined;
  #shown: ShownTarget[] = [];
  /** Graphics that the step owned, and when it lost them (monotonic ms). */
  readonly #lost = new Map<string, { target: ShownTarget; at: number }>();
  /** Graphics that are In, but that others may have taken again unseen. */
  #doubted: ShownTarget[] = [];
  /** Up to which the desk knows the service; null for a polled service, whose revisions are counted by the desk. */
  #revision: number | null = null;
  /** What the step takes In. */
  asked: readonly Pick<ShownTarget, 'id' | 'action'>[];

  constructor(app: OpenApp, { operation, error }: Pick<Sent, 'operation' | 'error'>, clock: Clock) {
    [this.app, this.#operation, this.#clock] = [app, operation, clock];
    const taken = operation?.items.filter(({ state }) => state === 'In') ?? [];
    this.asked = taken.map(({ id, action = 'play' }) => ({ id, action }));
    if (error) this.outcome = { result: 'failed', error };
  }

  /** `kept`: what the part had when the desk last saw it. In other revisions of the service, others may have taken it. */
  static again(app: OpenApp, { at, asked, has, revision }: KeptPart, clock: Clock): StepPart {
    const part = new StepPart(app, {}, clock);
    part.look();
    [part.asked, part.isTrue, part.outcome] = [asked, true, { result: 'confirmed', revision: null }];
    const { history } = app.state;
    const own = asked.filter(({ id }) => has.includes(id) && part.#isIn(id));
    const isSame = revision !== null && revision === part.#revision && at === part.#at;
    if (!isSame) for (const { id } of own) history.doubt(id);
    const shown = own.map((one) => ({ ...one, count: history.of(one.id).count, press: undefined }));
    if (isSame) part.#shown = shown;
    else part.#doubted = shown;
    return part;
  }

  /** For the next start of the desk. */
  get kept(): KeptPart {
    const has = this.ownOrAsked.map(({ id }) => id);
    const isSure = this.isTrue && this.#doubted.length === 0;
    const { app, asked } = this;
    return { app: app.identity.key, at: this.#at, revision: isSure ? this.#revision : null, asked: [...asked], has };
  }

  get #at(): string {
    const { confirmed, connection } = this.app.state;
    return `${connection.service} ${confirmed.app?.id ?? ''}`;
  }

  /** The operator no longer asks whether others took them. */
  forgetDoubts(): void {
    this.#doubted = [];
  }

  get isKnown(): boolean {
    return this.app.state.isBelieved;
  }

  get shown(): readonly ShownTarget[] {
    return this.#shown;
  }

  /** Why ownership of a graphic is uncertain; empty for no doubt. */
  get doubt(): string {
    const [first] = this.#doubted;
    return first ? doubtOf(this.app.state.history.of(first.id).by) : '';
  }

  /** Owned graphics that no pending operation will set. */
  get free(): readonly ShownTarget[] {
    return this.#shown.filter(({ id }) => !this.app.state.underWay(id).some(({ state }) => state));
  }

  /** Everything that ending the cue takes Out: graphics shown or possibly shown, and requests with unknown outcome. */
  get ownOrAsked(): readonly Pick<ShownTarget, 'id' | 'action'>[] {
    const isOpen = !this.isTrue && (this.outcome === undefined || this.outcome.result === 'unknown');
    return isOpen ? this.asked : [...this.#shown, ...this.#doubted];
  }

  get press(): number | undefined {
    return this.#operation?.number;
  }

  get stated(): string[] {
    return this.#operation?.items.flatMap(({ id, state }) => (state ? [id] : [])) ?? [];
  }

  /** Compares with the confirmed state. Returns true when the part becomes confirmed. */
  look(): boolean {
    if (!this.isKnown) return false;
    this.#revision = this.app.truth?.mode === 'live' ? this.app.state.confirmed.revision : null;
    const became = !this.isTrue && this.#hasHappened();
    if (became) {
      this.isTrue = true;
      this.#shown = this.#takenIn();
    }
    const lost = this.#shown.filter((one) => !this.#owns(one));
    const { history } = this.app.state;
    this.#doubted = [...this.#doubted, ...lost].filter(({ id }) => this.#isIn(id) && history.isDoubted(id));
    this.#keep((one) => !lost.includes(one));
    return became;
  }

  /** The service is lost. A fail-over may go on with the Out that waits. `now`: monotonic ms. */
  keepOut(now: number): void {
    const { out, app } = this;
    if (!app.backup || !out?.isRunning) return;
    this.#cutOut = { left: out.left, since: out.isHeld ? undefined : now, side: app.backup.inUse };
  }

  /**
   * The milliseconds until graphics go Out after a fail-over: only if this desk set each of them last on the other side,
   * else `doubted`. Undefined if none is In, or if the same side is known again.
   */
  resumesOut(now: number): number | 'doubted' | undefined {
    const cut = this.#cutOut;
    if (!cut || !this.isKnown) return undefined;
    this.#cutOut = undefined;
    if (!this.app.backup || this.app.backup.inUse === cut.side) return undefined;
    const shown = this.#shown.filter(({ id }) => this.#isIn(id));
    if (shown.length === 0) return undefined;
    const isOwn = shown.every((one) => this.#owns(one) && this.#historyOf(one.id).by === 'desk');
    return isOwn ? cut.left - (now - (cut.since ?? now)) : 'doubted';
  }

  disown(ids: readonly string[]): void {
    this.#doubted = this.#doubted.filter(({ id }) => !ids.includes(id));
    this.#keep(({ id }) => !ids.includes(id));
  }

  /** Milliseconds (monotonic); undefined if the step never lost the graphic. */
  lostAt(id: string): number | undefined {
    return this.#lost.get(id)?.at;
  }

  /** The undo `by` gives back a graphic that the step lost. */
  regain(id: string, by: number): void {
    const lost = this.#lost.get(id)?.target;
    if (!lost || !this.#isIn(id)) return;
    this.#lost.delete(id);
    this.#shown = [...this.#shown, { ...lost, count: this.#historyOf(id).count, press: by }];
  }

  /** The part that was sent last owns what several set: one frame of the service may confirm them in any order. */
  takeOver(other: StepPart, isLater: boolean): void {
    if (isLater) this.disown(other.shown.map(({ id }) => id));
    else other.disown(this.stated);
  }

  #keep(is: (one: ShownTarget) => boolean): void {
    const at = this.#clock.monotonic();
    for (const target of this.#shown) if (!is(target)) this.#lost.set(target.id, { target, at });
    this.#shown = this.#shown.filter(is);
    if (this.#shown.length === 0) this.out?.end();
  }

  #hasHappened(): boolean {
    const operation = this.#operation;
    if (!operation || !this.outcome) return false;
    if (this.outcome.result === 'confirmed') return this.app.state.isShown(operation);
    // Unknown outcome, but the confirmed state may still prove it. Button presses leave no state.
    const visible = operation.items.filter(({ state, payload }) => state ?? payload);
    const { state: known } = this.app;
    return (
      this.outcome.result === 'unknown' &&
      visible.length > 0 &&
      // A newer request hides the drift of this request, so check the state too.
      visible.every(({ id, state }) => {
        return known.drift(id) === null && (state === undefined || (state === 'In') === this.#isIn(id));
      })
    );
  }

  #takenIn(): ShownTarget[] {
    const named = this.outcome?.result === 'confirmed' ? this.outcome.revision : null;
    // Revisions of a polled service are counted by the desk.
    const made = (this.app.truth?.mode === 'live' ? named : null) ?? Infinity;
    return this.asked.flatMap(({ id, action }) => {
      const { revision = -Infinity, count } = this.#historyOf(id);
      // Another user may have set it before the answer came.
      return revision > made ? [] : [{ id, action, count, press: this.press }];
    });
  }

  #owns({ id, count }: ShownTarget): boolean {
    return this.#isIn(id) && this.#historyOf(id).count === count;
  }

  #isIn(id: string): boolean {
    return this.app.state.confirmed.get(id)?.state === 'In';
  }

  #historyOf(id: string): StateEntry {
    return this.app.state.history.of(id);
  }
}

function doubtOf(by: StateEntry['by']): string {
  if (by === 'missed') return texts.cues.readAnew;
  return by === 'elsewhere' ? texts.cues.changedElsewhere : '';
}

export class StepRun {
  /** The cue as fired: later edits do not change a run. */
  readonly cue: Cue;
  /** The cue whose values are on air: as fired, or as updated since. */
  shownAs: Cue;
  readonly step: number;
  readonly chain: Chain;
  readonly follower: StepPlace | undefined;
  parts: readonly StepPart[] = [];
  request: Timer | undefined;
  follow: Timer | undefined;
  /** The follow-on is due now, late by this many ms. */
  followsNow: number | undefined;
  reason = '';
  /** When the request was sent (monotonic ms). */
  sentAt: number | undefined;
  hasFollowed = false;
  isLast = false;
  /** A stop cut off what follows. */
  isCutOff = false;
  /** How often the run was stopped. A timer ends with the next stop. */
  stops = 0;
  /** The step was restarted. This run owns its graphics until the new run is confirmed. */
  isSuperseded = false;
  /** The runs that this one superseded. An undo may give graphics back to them. */
  before: readonly StepRun[] = [];
  /** For a step that was stopped while it waited for its delay. */
  onStopped: () => void = () => {};

  constructor({ cue, step }: StepPlace, chain: Chain, follower: StepPlace | undefined) {
    [this.cue, this.shownAs, this.step, this.chain, this.follower] = [cue, cue, step, chain, follower];
  }

  /** A run of an earlier start of the desk. Nothing follows it, and its graphics do not go Out by themselves. */
  static again(place: StepPlace, clock: Clock): StepRun {
    const run = new StepRun(place, new Chain(''), undefined);
    [run.sentAt, run.hasFollowed] = [clock.monotonic(), true];
    return run;
  }

  get isStopped(): boolean {
    return this.stops > 0;
  }

  get content(): CueStep {
    const step = this.cue.steps[this.step];
    if (!step) throw new Error(`Cue ${this.cue.id} has no step ${this.step}.`);
    return step;
  }

  get trigger(): Trigger {
    return { kind: 'cue', detail: captionOf(this.cue), hand: this.chain.hand };
  }

  /** {@link StepRun.reason}, or the cause of UNKNOWN; empty otherwise. */
  get why(): string {
    if (this.reason !== '') return this.reason;
    const doubt = this.parts.find((part) => part.doubt !== '')?.doubt;
    return doubt === undefined ? '' : `${doubt}.`;
  }

  get timers(): { what: 'request' | 'follow' | 'out'; timer: Timer }[] {
    const all = [
      { what: 'request' as const, timer: this.request },
      { what: 'follow' as const, timer: this.follow },
      ...this.parts.map(({ out }) => ({ what: 'out' as const, timer: out })),
    ];
    const running = all.flatMap(({ what, timer }) => (timer?.isRunning ? [{ what, timer }] : []));
    return running.sort((one, other) => one.timer.left - other.timer.left);
  }

  get isOpen(): boolean {
    const open = ({ outcome, isTrue, shown, doubt }: StepPart): boolean =>
      outcome === undefined || (outcome.result !== 'failed' && !isTrue) || shown.length > 0 || doubt !== '';
    const isBeginning = this.sentAt === undefined && !this.isStopped && !this.isSuperseded;
    return isBeginning || this.timers.length > 0 || this.parts.some(open);
  }

  get isConfirmed(): boolean {
    return this.sentAt !== undefined && this.parts.every(({ isTrue }) => isTrue);
  }

  takeCutOff(): boolean {
    const { isCutOff } = this;
    this.isCutOff = false;
    return isCutOff;
  }

  takeFollowsNow(): number | undefined {
    const late = this.followsNow;
    this.followsNow = undefined;
    return late;
  }

  get goesOn(): boolean {
    return !this.isLast && !this.isStopped && !this.isSuperseded && !this.chain.isStopped;
  }

  get awaits(): boolean {
    const { duration, follow } = this.content;
    const later = duration !== null || (follow.on === 'confirmed' && this.goesOn);
    const mayCome = ({ outcome, isTrue }: StepPart): boolean =>
      !isTrue && (outcome === undefined || outcome.result === 'confirmed');
    return this.timers.length > 0 || (!this.isStopped && later && this.parts.some(mayCome));
  }

  /** Stops all automatic events, whatever is confirmed later. */
  stop(): void {
    if (this.sentAt === undefined && !this.isStopped) this.onStopped();
    this.stops += 1;
    this.isCutOff ||= this.follow?.isRunning ?? false;
    for (const { timer } of this.timers) timer.end();
    for (const part of this.parts) part.overdueSince = undefined;
  }

  supersede(): void {
    this.isSuperseded = true;
    this.cancel();
  }

  /** Cancels what the run waits for. Its graphics still go Out after their duration. */
  cancel(): void {
    if (this.sentAt === undefined) return this.stop();
    this.follow?.end();
  }

  shows(address: string): boolean {
    const { app: key, id } = parseAddress(address);
    return this.parts.some(({ app, shown }) => app.identity.key === key && shown.some((one) => one.id === id));
  }

  /** Whether something of it may be on air that the desk does not know. */
  get isInDoubt(): boolean {
    return this.parts.some(({ shown, isKnown, doubt }) => doubt !== '' || (shown.length > 0 && !isKnown));
  }

  get onAir(): OnAir {
    const airs = this.parts.flatMap(({ app, shown }) => shown.map(({ id }) => app.state.onAir(id)));
    return mostOnAir(this.isInDoubt ? [...airs, 'unknown'] : airs);
  }

  get state(): 'UNKNOWN' | 'REQUESTED' | 'FAILED' | 'ON AIR' | 'WAITING' | 'DONE' {
    const some = (is: (part: StepPart) => boolean): boolean => this.parts.some(is);
    const isUnsure = ({ outcome, isTrue, isKnown }: StepPart): boolean =>
      !isTrue &&
      outcome !== undefined &&
      (outcome.result === 'unknown' || (outcome.result === 'confirmed' && !isKnown));
    if (this.isInDoubt || some(isUnsure)) return 'UNKNOWN';
    if (some(({ outcome }) => outcome === undefined)) return 'REQUESTED';
    if (some(({ outcome, isTrue }) => outcome?.result === 'confirmed' && !isTrue)) return 'REQUESTED';
    if (some(({ outcome }) => outcome?.result === 'failed')) return 'FAILED';
    if (this.onAir === 'yes') return 'ON AIR';
    if (this.request?.isRunning || this.follow?.isRunning) return 'WAITING';
    return this.sentAt === undefined ? 'FAILED' : 'DONE';
  }
}

export interface StepPlace {
  cue: Cue;
  step: number;
}

export function placeKey({ cue, step }: StepPlace): string {
  return `${cue.id} ${step}`;
}

/** `at`: milliseconds since the epoch. */
export interface RunningCue {
  cue: string;
  at: number;
}

export class Chain {
  readonly hand: string;
  /** The rundown whose go started the chain; undefined for a cue fired beside its rundown. */
  readonly rundown: string | undefined;
  running: RunningCue | undefined;
  isStopped = false;
  /** Where the go, or an undo of it, left NEXT. */
  next: CuePlace | null = null;
  /** By place, when (monotonic ms) and at which moment it started last. */
  readonly started = new Map<string, { at: number; moment: number }>();
  /** Counts the times at which something of the chain started. */
  moment = 0;
  /** Places started by the same press, timer or frame. Their requests travel together. */
  atOnce = new Set<string>();
  /** Places that an operator fires although a row of theirs is not whole. */
  asked: ReadonlySet<string> = new Set();

  /** `hand`: of the press that started the chain. */
  constructor(hand: string, rundown?: string) {
    [this.hand, this.rundown] = [hand, rundown];
  }
}

export function isSameStart(one: RunningCue | null, other: RunningCue): boolean {
  return one?.cue === other.cue && one.at === other.at;
}
