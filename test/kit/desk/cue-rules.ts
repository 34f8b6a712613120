import { linked, type Plan, type StepPlan, subs } from './cue-steps.ts';
import { ageKnownTo } from './desk-rules.ts';

/** A step of a cue, by the id of the cue. */
export interface Place {
  cue: string;
  step: number;
}

/** A cue where it stands in the rundown, and which cue of the plan its steps are then. */
export interface ListedCue {
  id: string;
  like: number;
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
  /** Which cue of the plan that was when it was fired; undefined for a going out. */
  like: number | undefined;
  start: number;
  end: number;
  result: 'confirmed' | 'failed' | 'unknown';
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
}

interface Span {
  from: number;
  to: number;
}

/** Everything that can be known of cues from outside of the desk. */
export interface CueRecord {
  plan: Plan;
  /** The number of each cue by its id. */
  numbers: ReadonlyMap<string, number>;
  presses: CuePress[];
  ended: { cue: string; at: number }[];
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
  /** What happened by itself as the cue was when it was fired, which was edited meanwhile. */
  edited: number;
}

/** A step of a cue that was started, and which cue of the plan that was then: what is edited later does not change what runs. */
interface StartedPlace extends Place {
  like: number;
}

/** Everything that one press starts. */
interface Chain {
  arrived: number;
  /** How exactly the desk knows when it was pressed. */
  knownTo: number;
  begun: (StartedPlace & { at: number })[];
}

/** A step waits for something of its own. */
interface Wait {
  run: StartedPlace;
  from: number;
  to: number;
}

/** When a step begins, and what was waited for since something was seen last. `isSure`: it surely begins, if nothing prevents it. */
interface Start {
  at: number;
  since: number;
  isSure: boolean;
  waits: readonly Wait[];
}

/** What ought to happen at a time, if nothing prevents it. */
interface Due extends Start {
  what: string;
  chain: Chain;
  place: StartedPlace;
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

/** Milliseconds in which a step is not started again by what it started. */
const roundWithin = 50;
/** Milliseconds after which nothing is done any more that was due. */
const lapsesAfter = 2_000;

/**
 * The rules of cues as a reference: from what was pressed, and from what the services confirmed, it says what has to happen by
 * itself and when. Gives every line that ought not to be, and every one that is missing, in words.
 */
export function brokenCueRules(record: CueRecord): { broken: string[]; judged: Judged } {
  const reference = new CueReference(record);
  return { broken: reference.compare(), judged: reference.judged };
}

class CueReference {
  readonly judged: Judged = { follows: 0, waitedForBoth: 0, outs: 0, apart: 0, edited: 0 };
  readonly #record: CueRecord;
  readonly #explained = new Set<CueLine>();
  readonly #missing: Due[] = [];
  /** Judged when all that began is known. */
  readonly #leaving: { due: Due; lines: readonly CueLine[] }[] = [];
  readonly #begun: (Place & { at: number; chain: Chain })[] = [];
  readonly #broken: string[] = [];

  constructor(record: CueRecord) {
    this.#record = record;
  }

  compare(): string[] {
    for (const { at, arrived, roots, refused } of this.#record.presses) {
      const chain: Chain = { arrived, knownTo: at === arrived ? 1 : ageKnownTo, begun: [] };
      for (const place of roots)
        this.#begin(chain, this.#started(place, arrived), { at, since: at, isSure: !refused, waits: [] });
    }
    for (const { due, lines } of this.#leaving) this.#found(due, lines);
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

  #begin(chain: Chain, place: StartedPlace, start: Start): void {
    const step = this.#step(place);
    if (!step || chain.begun.some((one) => isSame(one, place) && one.at === start.at)) return;
    const begun = start.at;
    chain.begun.push({ ...place, at: begun });
    this.#begun.push({ ...place, at: Math.max(begun, chain.arrived), chain });
    const at = this.#sentAt(chain, begun, step);
    const waits = [...start.waits, { run: place, from: begun, to: at }];
    const lines = this.#linesOf(chain, place, at);
    const what = `Cue ${this.#number(place)}.${place.step}`;
    const sent: Sent = { what, chain, place, step, begun, lines, at, waits, since: start.since, isSure: start.isSure };
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
    const follow = (to: number, isSure = sent.isSure): void =>
      this.#follow(sent, { ...sent, at: to, isSure, waits: [...waits, { run: place, from: at, to }] });
    if (step.follow === 'confirmed' && lines.every(({ result }) => result === 'confirmed')) {
      const times = lines.map((line) => this.#trueAt(line));
      if (new Set(times).size > 1) this.judged.waitedForBoth += 1;
      follow(this.#later(chain, Math.max(at, ...times), step.after));
    }
    if (step.follow === 'time') {
      const to = this.#later(chain, at, step.after);
      const failed = lines.filter(({ result }) => result !== 'confirmed').map(({ end }) => end);
      // What fails when it is due may be too late to stop it, unless it was refused at once.
      const isOver = failed.some((end) => end <= Math.max(at, chain.arrived) || end < to);
      if (!isOver) follow(to, sent.isSure && failed.every((end) => end > this.#latest(chain, to)));
    }
  }

  #follow({ chain, place, begun }: Sent, start: Start): void {
    // Nothing begins before the desk gets the press.
    const next = this.#next(place, Math.max(begun, chain.arrived));
    if (next && next.step > 0) return this.#begin(chain, next, start);
    const now = Math.max(start.at, chain.arrived);
    if (next && this.#mayFollow(next, now)) this.#begin(chain, this.#started(next, now), start);
  }

  /** What a step took In goes out after its time, as far as nobody has set its state since. */
  #goOut({ chain, place, step, at: since }: Sent, line: CueLine): void {
    const { duration, out } = step;
    if (duration === null || out) return;
    const from = this.#trueAt(line);
    const at = this.#after(from, duration);
    const waits = [{ run: place, from: since, to: at }];
    const due: Due = { what: `Cue ${line.number} Out`, chain, place, at, since, waits, isSure: true, isOut: true };
    const leaving = this.#linesOf(chain, { cue: place.cue, step: undefined, like: undefined }, at).filter(
      ({ app }) => app === line.app,
    );
    const gone = new Set(leaving.flatMap(({ ids }) => ids));
    // What others did in the same millisecond, or is still on its way, the desk may not know.
    const isKnown = ({ revision }: StateChange): boolean => this.#record.heard(line.app, line.end, revision) < at;
    if (this.#own(line, isKnown).some((id) => gone.has(id))) this.#leaving.push({ due, lines: leaving });
    const own = this.#own(line, ({ made }) => made <= at);
    if (own.length > 0) this.judged.outs += 1;
    const busy = this.#record.takes.filter(
      ({ app, ids, start, end }) => app === line.app && start <= at && at <= end && own.some((id) => ids.includes(id)),
    );
    const until = Math.max(at, ...busy.map(({ end }) => end));
    if (own.some((id) => !gone.has(id) && !this.#isInDoubt(id, line, at))) this.#missing.push({ ...due, until });
  }

  /** What a line took In, and nobody set again by the changes that count. */
  #own({ app, end, ids, revision }: CueLine, counts: (change: StateChange) => boolean): string[] {
    const changes = this.#record.changes(app, end);
    return ids.filter((id) => {
      const of = changes.filter((one) => one.id === id);
      const isIn = of.findLast((one) => one.revision === revision)?.to === 'In';
      return isIn && !of.some((one) => one.revision > (revision ?? Infinity) && counts(one));
    });
  }

  /** Something else is under way for it, or nobody knows whether that took it again. */
  #isInDoubt(id: string, { app, start: taken }: CueLine, at: number): boolean {
    return this.#record.takes.some(({ app: where, ids, start, end, result }) => {
      if (where !== app || !ids.includes(id) || start > at) return false;
      return result === 'unknown' ? start > taken : result === 'confirmed' && at <= end;
    });
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
      ({ from, at }) => due.chain.arrived < from && due.since < from && at < due.at,
    );
    const isStopped = meanwhile.some((stop) =>
      due.waits.some((wait) => wait.from < stop.from && stop.at < wait.to && this.#waitReaches(wait, due.chain, stop)),
    );
    if (isStopped) return false;
    if (meanwhile.length > 0) this.judged.apart += 1;
    if (this.#started(due.place, due.at).like !== due.place.like) this.judged.edited += 1;
    if (!due.isOut && due.waits.length > 1) this.judged.follows += 1;
    for (const line of lines) this.#explained.add(line);
    return true;
  }

  #isExcused({ chain, place, since, at, isSure, waits, isOut = false, until: waited = at }: Due): boolean {
    if (!isSure) return true;
    const { stops, stalls, ended } = this.#record;
    const until = Math.max(waited, this.#latest(chain, at));
    const isAnew = (wait: Wait): boolean => this.#isAnew(wait, chain, until);
    return (
      stops.some((stop) => since <= stop.at && stop.from <= until && this.#mayReach(chain, stop)) ||
      stalls.some(({ from, to }) => from <= at && at <= to - lapsesAfter) ||
      waits.some(({ run, from }) => ended.some((one) => one.cue === run.cue && from <= one.at && one.at <= until)) ||
      (!isOut && waits.some(isAnew)) ||
      chain.begun.some((one) => isSame(one, place) && one.at < at && at - one.at <= roundWithin)
    );
  }

  /** Its step, or one that takes the place of it, was started anew until then. */
  #isAnew({ run, from }: Wait, chain: Chain, until: number): boolean {
    return this.#begun.some(
      (one) => startsAnew(one, run) && from <= one.at && one.at <= until && !(one.chain === chain && isSame(one, run)),
    );
  }

  /** Until when it happens that is due at some time: a press may come late, and the machine be too busy. */
  #latest({ arrived }: Chain, at: number): number {
    const late = this.#record.stalls.filter(({ from, to }) => from <= at && at <= to);
    return Math.max(at, arrived, ...late.map(({ to }) => to));
  }

  /** A step, or what follows it by itself, takes something in the app. */
  #reaches(place: StartedPlace, { app, at }: Stop): boolean {
    return app === undefined || this.#ahead(place, at).some((one) => appsOf(this.#step(one)).includes(app));
  }

  /** As `#reaches`. What was started anew is followed by nothing. */
  #waitReaches(wait: Wait, chain: Chain, stop: Stop): boolean {
    if (!this.#isAnew(wait, chain, stop.from)) return this.#reaches(wait.run, stop);
    return stop.app === undefined || appsOf(this.#step(wait.run)).includes(stop.app);
  }

  #mayReach({ begun }: Chain, stop: Stop): boolean {
    return begun.some((place) => this.#reaches(place, stop));
  }

  // The rundown.

  /** A step, and those that follow it by themselves. */
  #ahead(place: StartedPlace, at: number): StartedPlace[] {
    const all = [place];
    for (let next = this.#next(place, at); next; next = this.#next(next, at)) {
      if (next.step === 0 && !this.#mayFollow(next, at)) break;
      all.push(next);
    }
    return all;
  }

  #next(place: StartedPlace, at: number): StartedPlace | undefined {
    const step = this.#step(place);
    if (!step || step.follow === 'go') return undefined;
    const later = { ...place, step: place.step + 1 };
    if (this.#step(later)) return later;
    const order = this.#order(at);
    const here = order.findIndex(({ id }) => id === place.cue);
    const next = here < 0 ? undefined : order.slice(here + 1).find(({ isPlayable }) => isPlayable);
    return next && !next.isGuarded ? { cue: next.id, step: 0, like: next.like } : undefined;
  }

  /** A place with the steps that its cue has at some time. */
  #started({ cue, step }: Place, at: number): StartedPlace {
    return { cue, step, like: this.#order(at).find(({ id }) => id === cue)?.like ?? -1 };
  }

  #mayFollow({ cue }: Place, at: number): boolean {
    return this.#order(at).some(({ id, isPlayable, isGuarded }) => id === cue && isPlayable && !isGuarded);
  }

  #order(at: number): readonly ListedCue[] {
    return this.#record.orders.findLast(({ from }) => from < at)?.cues ?? [];
  }

  #number({ cue }: Place): number {
    return this.#record.numbers.get(cue) ?? -1;
  }

  #step({ like, step }: StartedPlace): StepPlan | undefined {
    return this.#record.plan[like]?.steps[step];
  }

  #linesOf(
    chain: Chain,
    { cue, step, like }: { cue: string; step: number | undefined; like: number | undefined },
    at: number,
  ): CueLine[] {
    const number = this.#record.numbers.get(cue);
    // The age of a press that came late is known to a fraction of a millisecond.
    const isNear = ({ start }: CueLine): boolean => Math.abs(Math.round(start) - Math.round(at)) < chain.knownTo;
    return this.#record.lines.filter(
      (line) => line.number === number && line.step === step && line.like === like && isNear(line),
    );
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

function wordsOf({ number, step, app, start }: CueLine): string {
  return `Cue ${number}${step === undefined ? ' Out' : `.${step}`} at ${start} in app ${app}`;
}
