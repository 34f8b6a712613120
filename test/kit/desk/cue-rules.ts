import type { OperationResult } from '../../../contract/desk-api/as-run.ts';
import { linked, type Plan, type StepPlan, subs } from './cue-steps.ts';
import { ageKnownTo } from './desk-rules.ts';

/** A step of a cue, by the id of the cue. */
export interface Place {
  cue: string;
  step: number;
}

/** A step as it was when its cue was fired: each edit of the steps of a cue gives it another number. */
interface Fired extends Place {
  number: number;
  /** When it began, by which what follows it was chosen. */
  began: number;
}

/** `at`: when it was to begin, which for a late press is before the desk got it. */
interface Started extends Fired {
  at: number;
}

/** A cue where it stands in the rundown. */
export interface ListedCue {
  id: string;
  number: number;
  isPlayable: boolean;
  isGuarded: boolean;
}

/** A press that starts steps. All times are those of the clock that never jumps, in ms. */
export interface CuePress {
  at: number;
  /** When the desk got it. */
  arrived: number;
  roots: Place[];
  refused: boolean;
}

/** A line of the as-run log of a cue. */
export interface CueLine {
  app: number;
  number: number;
  /** Which step it is of; undefined for a going out. */
  step: number | undefined;
  start: number;
  end: number;
  result: OperationResult;
  revision: number | null;
  ids: string[];
  /** What it took of live data; undefined for nothing. */
  row: unknown;
}

/** A state that a service was given. */
export interface StateChange {
  id: string;
  to: 'In' | 'Out';
  revision: number;
  made: number;
}

/** What stops everything that would happen by itself in an app, or in all of them, at some time from `from` to `at`. */
export interface Stop {
  app: number | undefined;
  from: number;
  at: number;
  /** The app went over to the other service of its pair. What is In there may go out in its time. */
  isMove?: true;
  isPanic?: true;
}

interface Span {
  from: number;
  to: number;
}

/** Everything that can be known of cues from outside of the desk. */
export interface CueRecord {
  plan: Plan;
  presses: CuePress[];
  ended: { cue: string; at: number }[];
  /** Cues whose take was undone. */
  undone: { number: number; at: number }[];
  stops: Stop[];
  holds: Span[];
  /** When the machine was too busy for anything. */
  stalls: Span[];
  /** The rundown from each moment on. */
  orders: { from: number; cues: readonly ListedCue[] }[];
  lines: CueLine[];
  /** Every line of the as-run log that asked for a state. */
  takes: Pick<CueLine, 'app' | 'ids' | 'start' | 'end' | 'result'>[];
  /** The states of the service that an app was controlled at then. */
  changes(app: number, at: number): readonly StateChange[];
  /** What the row of live data may be between two times. */
  rows(from: number, to: number): readonly unknown[];
  /** When the desk was told of a revision of that service. */
  heard(app: number, at: number, revision: number): number;
}

/** How often a rule had something to judge. */
export interface Judged {
  follows: number;
  /** What followed the confirmation of two apps that confirmed at different times. */
  waitedForBoth: number;
  outs: number;
  /** What happened in one app after the other was lost, or taken out. */
  apart: number;
}

/** Everything that one press starts. */
interface Chain {
  press: CuePress;
  arrived: number;
  /** How exactly the desk knows when it was pressed. */
  knownTo: number;
  begun: Started[];
}

/** A step that begins. `isSure`: nothing can have prevented it. */
interface Begun extends Fired {
  at: number;
  chain: Chain;
  isSure: boolean;
}

/** A step waits for something of its own. */
interface Wait {
  run: Started;
  from: number;
  to: number;
}

/** When a step begins, and what was waited for since something was seen last. `isSure`: it surely begins, if nothing prevents it. */
interface Start {
  at: number;
  /** How exactly the desk knows the time (ms): that of a late press only roughly, that of a confirmation exactly. */
  knownTo: number;
  since: number;
  isSure: boolean;
  waits: readonly Wait[];
}

/** What ought to happen at a time, if nothing prevents it. */
interface Due extends Start {
  what: string;
  chain: Chain;
  place: Started;
  /** It is a going out, which no new start of its step prevents. */
  isOut?: boolean;
  /** When what was under way for it ended, which it waits for. */
  until?: number;
}

/** A step as it was sent. */
interface Sent extends Due {
  step: StepPlan;
  begun: number;
  lines: readonly CueLine[];
}

/** Milliseconds by which a late press counts as later than it was, so that a hold of the same millisecond comes before what is due. */
const ageRounding = 0.005;
/** The as-run log has times to a thousandth of a millisecond. */
const logKnownTo = 0.001;
/** Milliseconds in which a step is not started again by what it started. */
const roundWithin = 50;
/** Milliseconds after which nothing is done any more that was due. */
const lapsesAfter = 2_000;

/**
 * The rules of cues as a reference: from what was pressed, and from what the services confirmed, it says what has to happen by
 * itself and when. Gives every line that ought not to be, and every one that is missing, in words.
 */
export function brokenCueRules(record: CueRecord): { broken: string[]; judged: Judged } {
  const first = new CueReference(record, []);
  first.compare();
  // What begins later decides what an earlier press still waits for, so all is gone through twice.
  const reference = new CueReference(record, first.begun);
  return { broken: reference.compare(), judged: reference.judged };
}

class CueReference {
  readonly judged: Judged = { follows: 0, waitedForBoth: 0, outs: 0, apart: 0 };
  readonly #record: CueRecord;
  readonly #explained = new Set<CueLine>();
  readonly #missing: Due[] = [];
  readonly begun: Begun[] = [];
  /** What begins, as far as that is known before. */
  readonly #begins: readonly Begun[];
  readonly #broken: string[] = [];

  constructor(record: CueRecord, begins: readonly Begun[]) {
    this.#record = record;
    this.#begins = begins;
  }

  compare(): string[] {
    for (const press of this.#record.presses) {
      const { at, arrived, roots, refused } = press;
      const isLate = at < arrived;
      const chain: Chain = { press, arrived, knownTo: isLate ? ageKnownTo : 1, begun: [] };
      const pressed = isLate ? at + ageRounding : at;
      for (const root of roots) {
        const place = this.#fired(root, arrived);
        this.#begin(chain, place, { at: pressed, knownTo: chain.knownTo, since: at, isSure: !refused, waits: [] });
      }
    }
    for (const due of this.#missing) {
      if (!this.#isExcused(due))
        this.#broken.push(`${due.what} did not happen at ${due.at}, and nothing prevented it.`);
    }
    for (const line of this.#record.lines) {
      if (!this.#explained.has(line)) this.#broken.push(`${wordsOf(line)} happened, and nothing was to start it then.`);
    }
    return this.#broken;
  }

  /** A press without a delay does not wait for anything. */
  #sentAt(chain: Chain, begun: number, { delay }: StepPlan): number {
    return delay === 0 ? begun : this.#later(chain, begun, delay);
  }

  /** So many milliseconds later; of a press that came late while the rundown was on hold, from when it came. */
  #later({ arrived }: Chain, at: number, milliseconds: number): number {
    if (at >= arrived) return this.#after(at, milliseconds);
    const isHeld = this.#record.holds.some(({ from, to }) => from < arrived && arrived < to);
    if (isHeld) return this.#after(arrived, milliseconds);
    return at + milliseconds <= arrived ? at + milliseconds : this.#after(arrived, at + milliseconds - arrived);
  }

  #begin(chain: Chain, fired: Fired, start: Start): void {
    const begun = start.at;
    const place: Started = { ...fired, began: Math.max(begun, chain.arrived), at: begun };
    const step = this.#step(place);
    if (!step || chain.begun.some((one) => isSame(one, place) && one.at === begun)) return;
    chain.begun.push(place);
    this.begun.push({ ...place, at: Math.max(begun, chain.arrived), chain, isSure: start.isSure });
    const at = this.#sentAt(chain, begun, step);
    const waits = [...start.waits, { run: place, from: begun, to: at }];
    const lines = this.#linesOf({ ...place, at, knownTo: start.knownTo });
    const what = `Cue ${place.number}.${place.step}`;
    const sent: Sent = { ...start, what, chain, place, step, begun, lines, at, waits };
    if (step.follow === 'start') this.#follow(sent, { ...start, waits: start.waits });
    if (step.subs.length === 0) return this.#goOn(sent);
    if (lines.length === 0) return void this.#missing.push(sent);
    if (!this.#found(sent, lines)) return;
    for (const app of appsOf(step)) this.#checkPart(sent, app);
    for (const line of lines) if (line.result === 'confirmed') this.#goOut(sent, line);
    this.#goOn({ ...sent, since: at, isSure: true, waits: [] });
  }

  /** What follows a step that was sent. */
  #goOn(sent: Sent): void {
    const { chain, step, lines, at, place, waits } = sent;
    const follow = ({ to, ...known }: { to: number; knownTo: number; isSure: boolean }): void =>
      this.#follow(sent, { since: sent.since, ...known, at: to, waits: [...waits, { run: place, from: at, to }] });
    if (step.follow === 'confirmed' && lines.every(({ result }) => result === 'confirmed')) {
      const times = lines.map((line) => this.#trueAt(line));
      if (new Set(times).size > 1) this.judged.waitedForBoth += 1;
      const to = this.#later(chain, Math.max(at, ...times), step.after);
      follow({ to, knownTo: lines.length > 0 ? 1 : sent.knownTo, isSure: sent.isSure });
    }
    if (step.follow === 'time') {
      const to = this.#later(chain, at, step.after);
      const failed = lines.filter(({ result }) => result !== 'confirmed').map(({ end }) => end);
      // What fails when it is due may be too late to stop it, unless it was refused at once and the rest has to wait.
      const isOver = failed.some((end) => end < to || (end <= Math.max(at, chain.arrived) && at < to));
      const until = this.#latest(chain, to) + sent.knownTo - 1;
      const isSure = sent.isSure && failed.every((end) => end > until);
      if (!isOver) follow({ to, knownTo: sent.knownTo, isSure });
    }
  }

  #follow({ chain, place, begun }: Sent, start: Start): void {
    // Nothing begins before the desk gets the press.
    const next = this.#next(place, Math.max(begun, chain.arrived));
    if (!next) return;
    if (next.step > 0) return this.#begin(chain, next, start);
    // Another cue is as it is then, whatever it was before.
    const then = Math.max(start.at, chain.arrived);
    if (this.#mayFollow(next, then)) this.#begin(chain, this.#fired(next, then), start);
  }

  /** What a step took In goes out after its time, as far as nobody has set its state since. */
  #goOut({ chain, place, step, at: planned }: Sent, line: CueLine): void {
    const { duration, out } = step;
    if (duration === null || out) return;
    // Nobody knows exactly when a late press was made, but when it was sent.
    const since = Math.min(planned, line.start);
    const from = this.#trueAt(line);
    const at = this.#after(from, duration);
    const waits = [{ run: place, from: since, to: at }];
    // What lapses ends all of its step.
    const isSure = step.follow !== 'time' || !this.#lapses(this.#later(chain, planned, step.after));
    const due: Due = {
      what: `Cue ${line.number} Out`,
      chain,
      place,
      at,
      knownTo: 1,
      since,
      waits,
      isSure,
      isOut: true,
    };
    const leaving = this.#leaving(line, place, at);
    const gone = new Set(leaving.flatMap(({ ids }) => ids));
    // What others did in the same millisecond, or is still on its way, the desk may not know.
    const isKnown = ({ revision }: StateChange): boolean => this.#record.heard(line.app, line.end, revision) < at;
    if (this.#own(line, isKnown).some((id) => gone.has(id))) this.#found(due, leaving);
    const own = this.#own(line, ({ made }) => made <= at);
    if (own.length > 0) this.judged.outs += 1;
    const until = this.#freeAt(line.app, own, at);
    const left = this.#own(line, ({ made }) => made <= until);
    // A stalled desk does everything that was due at the end of the stall, in any order.
    const then = this.#latest(chain, at);
    if (left.some((id) => !gone.has(id) && !this.#isInDoubt(id, line, then))) this.#missing.push({ ...due, until });
  }

  /** The Outs of a step in the app of a line, at their time or, after a move, as soon as the other service is known. */
  #leaving({ app, start: taken }: CueLine, { number }: Started, at: number): readonly CueLine[] {
    const inTime = this.#linesOf({ number, step: undefined, at, knownTo: 1 }).filter((line) => line.app === app);
    const move = this.#record.stops.find((stop) => stop.isMove && stop.app === app && taken <= stop.at);
    if (inTime.length > 0 || !move || move.from > at + lapsesAfter) return inTime;
    const isAfter = ({ start }: CueLine): boolean => move.from <= start && start <= Math.max(at, move.at) + lapsesAfter;
    return this.#record.lines.filter(
      (line) => line.app === app && line.number === number && line.step === undefined && isAfter(line),
    );
  }

  /** When nothing that sets one of these is under way any more, where it was so at this time. */
  #freeAt(app: number, ids: readonly string[], at: number): number {
    const busy = this.#record.takes.filter(
      (take) => take.app === app && take.start <= at && at < take.end && ids.some((id) => take.ids.includes(id)),
    );
    return busy.length === 0 ? at : this.#freeAt(app, ids, Math.max(...busy.map(({ end }) => end)));
  }

  /** What a line took In, and nobody set again by the changes that count. */
  #own(line: CueLine, counts: (change: StateChange) => boolean): string[] {
    const { app, end, ids, revision } = line;
    const changes = this.#record.changes(app, end);
    // What starts together is one request with one answer, and the last one to take it has it.
    const after = this.#record.lines.slice(this.#record.lines.indexOf(line) + 1);
    const isTogether = (other: CueLine): boolean =>
      other.app === app && other.revision === revision && other.end === end;
    const others = new Set(after.flatMap((other) => (isTogether(other) ? other.ids : [])));
    return ids.filter((id) => {
      if (revision !== null && others.has(id)) return false;
      const of = changes.filter((one) => one.id === id);
      const isIn = of.findLast((one) => one.revision === revision)?.to === 'In';
      return isIn && !of.some((one) => one.revision > (revision ?? Infinity) && counts(one));
    });
  }

  /** Something else is under way for it, or nobody knows whether that took it again. */
  #isInDoubt(id: string, { app, start: taken }: CueLine, at: number): boolean {
    return this.#record.takes.some(({ app: where, ids, start, end, result }) => {
      if (where !== app || !ids.includes(id) || start > at) return false;
      return result === 'unknown' ? this.#sentFrom(start) > this.#sentFrom(taken) : result === 'confirmed' && at <= end;
    });
  }

  /** From when a line could be sent that began at this time: one of a press that came late, from when that came. */
  #sentFrom(start: number): number {
    const isOf = ({ at }: CuePress): boolean => at <= start && start <= at + 2 * ageRounding;
    return Math.max(
      start,
      this.#record.presses.find((press) => press.at < press.arrived && isOf(press))?.arrived ?? start,
    );
  }

  /** When the confirmed state included it. */
  #trueAt({ app, end, revision }: CueLine): number {
    return Math.max(end, this.#record.heard(app, end, revision ?? 0));
  }

  /** A step is one press with one request for each app, of all its targets there. */
  #checkPart(sent: Sent, app: number): void {
    const { what, step, lines, at, chain } = sent;
    const own = lines.filter((line) => line.app === app);
    // Somebody may press what begins by itself in the same millisecond.
    const isWhole = own.length * appsOf(step).length === lines.length;
    if (!isWhole) this.#broken.push(`${what} has ${own.length} lines in app ${app}.`);
    const ids = step.subs.flatMap((at) => (subs[at]?.app === app ? [subs[at].id] : []));
    const takesRow = step.row && app === 0 && step.subs.includes(linked.sub);
    const rows = takesRow ? this.#record.rows(at, this.#latest(chain, at)) : [undefined];
    for (const line of own) {
      if (line.ids.join() !== ids.join()) this.#broken.push(`${wordsOf(line)} is not all of ${what}.`);
      if (!rows.includes(line.row))
        this.#broken.push(`${wordsOf(line)} has ${String(line.row)} of ${rows.join(', ')}.`);
    }
  }

  // What prevents.

  /** It happened. Gives whether nothing that it waited for was stopped; if it was, something else has to explain the lines. */
  #found(due: Due, lines: readonly CueLine[]): boolean {
    const meanwhile = this.#record.stops.filter(
      (stop) =>
        due.chain.arrived < stop.from &&
        due.since < stop.from &&
        stop.at < due.at &&
        !(due.isOut && this.#isMoved(stop)),
    );
    const isStopped = meanwhile.some((stop) =>
      due.waits.some(({ run, from, to }) => from < stop.from && stop.at < to && this.#reaches(due.chain, run, stop)),
    );
    if (isStopped) return false;
    if (meanwhile.length > 0) this.judged.apart += 1;
    if (!due.isOut && due.waits.length > 1) this.judged.follows += 1;
    for (const line of lines) this.#explained.add(line);
    return true;
  }

  /** Whether an app that was lost, or left, went on with the other service of its pair. */
  #isMoved({ app, at, isPanic }: Stop): boolean {
    return !isPanic && this.#record.stops.some((stop) => stop.isMove && stop.app === app && at <= stop.at);
  }

  #isExcused({ chain, since, at, knownTo, isSure, waits, isOut = false, until: waited = at }: Due): boolean {
    if (!isSure) return true;
    const { stops, ended, undone } = this.#record;
    // When a late press was made is known only so exactly.
    const until = Math.max(waited, this.#latest(chain, at)) + knownTo - 1;
    // What began in a circle without any time was refused, and so was all that would follow it.
    const isRound = ({ run }: Wait): boolean =>
      chain.begun.some((one) => isSame(one, run) && one.at < run.at && run.at - one.at <= roundWithin);
    const isAnew = ({ run, from }: Wait): boolean =>
      this.begun.some(
        (one) =>
          startsAnew(one, run) && from <= one.at && one.at <= until && !(one.chain === chain && isSame(one, run)),
      );
    // A chain goes no further after the undo of one of its steps. Only that step has nothing to go out any more.
    const isUndone = ({ number }: { number: number }): boolean =>
      chain.begun.some((one) => one.number === number && (!isOut || waits.some(({ run }) => isSame(one, run))));
    return (
      stops.some((stop) => since <= stop.at && stop.from <= until && this.#mayReach(chain, stop)) ||
      [at, ...waits.map(({ to }) => to)].some((time) => this.#lapses(time)) ||
      waits.some(({ run, from }) => ended.some((one) => one.cue === run.cue && from <= one.at && one.at <= until)) ||
      undone.some((one) => since <= one.at && one.at <= until && isUndone(one)) ||
      (!isOut && (waits.some(isAnew) || waits.some(isRound)))
    );
  }

  /** Whether the machine was too busy for too long to do what was due at some time. */
  #lapses(at: number): boolean {
    return this.#record.stalls.some(({ from, to }) => from <= at && at <= to - lapsesAfter);
  }

  /** Until when it happens that is due at some time: a press may come late, and the machine be too busy. */
  #latest({ arrived }: Chain, at: number): number {
    const late = this.#record.stalls.filter(({ from, to }) => from <= at && at <= to);
    return Math.max(at, arrived, ...late.map(({ to }) => to));
  }

  /** A step, or what follows it by itself, takes something in the app. */
  #reaches(chain: Chain, place: Fired, { app, from, at }: Stop): boolean {
    if (app === undefined) return true;
    // What was pressed anew follows that press, and no longer the one before.
    const isAnew = this.#begins.some(
      (one) => one.isSure && startsAnew(one, place) && beganAfter(one, chain, place) && one.at <= from,
    );
    const all = isAnew ? [place] : this.#ahead(chain, place, at);
    return all.some((one) => appsOf(this.#step(one)).includes(app));
  }

  #mayReach(chain: Chain, stop: Stop): boolean {
    return chain.begun.some((place) => this.#reaches(chain, place, stop));
  }

  // The rundown.

  /** A step, and those that follow it by themselves. What comes next was chosen when it began. */
  #ahead(chain: Chain, place: Fired, at: number): Fired[] {
    const all = [place];
    for (let next = this.#next(place, place.began); next; next = this.#next(next, at)) {
      if (next.step === 0 && !this.#mayFollow(next, at)) break;
      if (next.step === 0) next = this.#fired(next, at);
      if (this.#couldNotBeSent(chain, next, place.began, at)) break;
      all.push(next);
    }
    return all;
  }

  /** Whether a step that this chain started was refused at once between two times, so that nothing of it is in any app. */
  #couldNotBeSent(chain: Chain, place: Fired, from: number, to: number): boolean {
    const own = this.#record.lines.filter(
      (line) => line.number === place.number && line.step === place.step && from <= line.start && line.start <= to,
    );
    const isOfAnother = ({ start }: CueLine): boolean => {
      const begins = this.#begins.filter(
        (one) => isSame(one, place) && Math.abs(one.at - start) < Math.max(one.chain.knownTo, chain.knownTo),
      );
      return begins.length > 0 && begins.every((one) => one.chain.press !== chain.press);
    };
    return (
      own.length > 0 && own.every((line) => line.result === 'failed' && line.start === line.end && !isOfAnother(line))
    );
  }

  #next(place: Fired, at: number): Fired | undefined {
    const step = this.#step(place);
    if (!step || step.follow === 'go') return undefined;
    // A step of its own cue is as it was when that was fired.
    const later = { ...place, step: place.step + 1 };
    if (this.#step(later)) return later;
    const order = this.#order(at);
    const here = order.findIndex(({ id }) => id === place.cue);
    const next = here < 0 ? undefined : order.slice(here + 1).find(({ isPlayable }) => isPlayable);
    const first = next && { cue: next.id, step: 0, number: next.number, began: at };
    return first && this.#mayFollow(first, at) ? first : undefined;
  }

  #mayFollow({ cue }: Place, at: number): boolean {
    return this.#order(at).some(({ id, isPlayable, isGuarded }) => id === cue && isPlayable && !isGuarded);
  }

  #order(at: number): readonly ListedCue[] {
    return this.#record.orders.findLast(({ from }) => from < at)?.cues ?? [];
  }

  #fired(place: Place, at: number): Fired {
    return { ...place, number: this.#order(at).find(({ id }) => id === place.cue)?.number ?? -1, began: at };
  }

  #step({ number, step }: Omit<Fired, 'cue'>): StepPlan | undefined {
    return this.#record.plan[number]?.steps[step];
  }

  /** The lines of a step that was due at some time. */
  #linesOf({ number, step, at, knownTo }: Pick<Start, 'at' | 'knownTo'> & Pick<CueLine, 'number' | 'step'>): CueLine[] {
    const all = this.#record.lines.filter((line) => line.number === number && line.step === step);
    const lines = all.filter(({ start }) => Math.abs(start - at) < knownTo - logKnownTo);
    const isNear = ({ from }: Span): boolean => at <= from && from < at + knownTo;
    if (lines.length > 0 || knownTo === 1 || !this.#record.holds.some(isNear)) return lines;
    // A hold may begin between the time of a late press and what the desk takes for its time.
    return all.filter(({ start }) => Math.abs(this.#running(start) - this.#running(at)) < knownTo - logKnownTo);
  }

  /** A time without the holds before it. */
  #running(at: number): number {
    const held = this.#record.holds.map(({ from, to }) => Math.max(0, Math.min(at, to) - from));
    return at - held.reduce((sum, one) => sum + one, 0);
  }

  /** So many milliseconds later. While the rundown is on hold, time stands still. */
  #after(at: number, milliseconds: number): number {
    let due = at + milliseconds;
    for (const { from, to } of this.#record.holds) if (to > at && from < due) due += to - Math.max(from, at);
    return due;
  }
}

function appsOf(step: StepPlan | undefined): number[] {
  return [...new Set(step?.subs.flatMap((at) => subs[at]?.app ?? []))];
}

function isSame(one: Place, other: Place): boolean {
  return one.cue === other.cue && one.step === other.step;
}

/** Whether a step that begins takes the place of one that waits. */
function startsAnew(one: Place, waiting: Place): boolean {
  return one.cue === waiting.cue && (one.step === 0 || one.step === waiting.step);
}

/**
 * Whether a step of another press began after this one. In the same millisecond, steps that are due come before a press. A
 * first step ends the wait for a later step of its cue, so a later step that began in the same millisecond came before it.
 */
function beganAfter(one: Begun, chain: Chain, place: Fired): boolean {
  if (one.at !== place.began) return one.at > place.began;
  const isPressed = ({ arrived }: Chain): boolean => arrived === one.at;
  return one.chain.press !== chain.press && !isPressed(chain) && (isPressed(one.chain) || one.step < place.step);
}

function wordsOf({ number, step, app, start }: CueLine): string {
  return `Cue ${number}${step === undefined ? ' Out' : `.${step}`} at ${start} in app ${app}`;
}
