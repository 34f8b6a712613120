import { texts } from '../../contract/texts/texts.ts';
import { addressOf } from '../../contract/model/address.ts';
import { mostOnAir } from '../../contract/model/tally.ts';
import type { Cue, CueView } from '../../contract/desk-api/cue.ts';
import { OverlayError } from '../../contract/errors.ts';
import { captionOf } from './rundown-order.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Operation } from '../app/operation.ts';
import { notReached, type Sent, unlessRefused } from '../operate/sent.ts';
import type { UndonePart, UndoneTake } from '../ground.ts';
import type { StepPart, StepRun } from './step-run.ts';
import type { Timer } from './timer.ts';

/** The last run of each step, and earlier runs that still show something. */
export class RunList {
  readonly #byCue = new Map<string, StepRun[]>();
  readonly #open = new Set<StepRun>();
  readonly #changed: (cue: string) => void;
  readonly #unread: (cue: string) => string[];
  /** Confirmed undos that the app does not show yet. */
  #undos: { part: UndonePart; by: number; operation: Operation }[] = [];

  /** `unread`: the app instances, not reached yet, in which a cue may have graphics on air. */
  constructor(changed: (cue: string) => void, unread: (cue: string) => string[]) {
    [this.#changed, this.#unread] = [changed, unread];
  }

  of(cue: string): readonly StepRun[] {
    return this.#byCue.get(cue) ?? [];
  }

  /** A copy, because the list changes during iteration. */
  get open(): readonly StepRun[] {
    return [...this.#open];
  }

  /** A new run replaces the earlier run of its step; a run of the first step replaces all runs of its cue. */
  put(run: StepRun): void {
    const { id } = run.cue;
    const before = this.of(id);
    this.#open.add(run);
    if (before.includes(run)) return;
    this.#byCue.set(id, [...before, run]);
    for (const one of before) {
      if (run.step > 0 && one.step !== run.step) continue;
      run.before = [...run.before, one];
      one.before = [];
      one.supersede();
      this.settle(one);
    }
  }

  settle(run: StepRun): void {
    if (!run.isOpen) {
      this.#open.delete(run);
      if (run.isSuperseded) this.keep(run.cue.id, (one) => one !== run);
    }
    this.#changed(run.cue.id);
  }

  keep(cue: string, is: (run: StepRun) => boolean): void {
    const before = this.of(cue);
    const left = before.filter(is);
    if (left.length === before.length) return;
    for (const run of before) if (!left.includes(run)) this.#open.delete(run);
    if (left.length > 0) this.#byCue.set(cue, left);
    else this.#byCue.delete(cue);
    this.#changed(cue);
  }

  /** Forgets what is over, and graphics in doubt: without End, nothing else would end the doubt. */
  forget(cues: Iterable<string>): void {
    for (const cue of cues) {
      for (const run of this.of(cue)) {
        for (const part of run.parts) part.forgetDoubts();
        this.settle(run);
      }
      this.keep(cue, (run) => this.#open.has(run));
    }
  }

  /** Cancels what would follow the run that a press started. `waited`: the runs that would have gone on by themselves. */
  undo(press: number): { run: StepRun; waited: readonly StepRun[] } | undefined {
    const run = [...this.#byCue.values()].flat().find(({ parts }) => parts.some((part) => part.press === press));
    if (!run) return undefined;
    const { chain } = run;
    chain.isStopped = true;
    const isWaiting = (one: StepRun): boolean => one.timers.some(({ what }) => what !== 'out');
    const waited = this.open.filter((one) => one.chain === chain && isWaiting(one));
    for (const one of waited) {
      one.cancel();
      this.settle(one);
      // An unsent step has not failed.
      if (one.sentAt === undefined) this.keep(one.cue.id, (other) => other !== one);
    }
    return { run, waited };
  }

  /**
   * The runs of graphics that an undo leaves In, and whose time to go out ended with the undone press. `only`: the
   * names of these graphics, where others of the run still go out.
   */
  withoutOut({ what, press, plans }: UndoneTake): { cue: Cue; only?: string }[] {
    if (what === 'values') return [];
    const back = new Map(plans.map((part) => [part.app, touched(part).filter((id) => isInAfter(part, id))]));
    return this.#allRuns.flatMap(({ cue, parts }) => {
      const graphics = parts
        .filter(({ out }) => (out?.endedAt ?? -Infinity) >= press.start)
        .flatMap(({ app, asked }) => asked.flatMap(({ id }) => (back.get(app)?.includes(id) ? nameOf(app, id) : [])));
      if (graphics.length === 0) return [];
      return parts.some(({ out }) => out?.isRunning) ? { cue, only: graphics.join(', ') } : { cue };
    });
  }

  undone({ what, plans, sent, by }: UndoneTake): void {
    if (what === 'values') return;
    plans.forEach((part, at) => {
      const { outcome, operation } = sent[at] ?? {};
      void outcome?.then(({ result }) => {
        if (result !== 'confirmed' || !operation) return;
        this.#undos.push({ part, by, operation });
        this.giveBack(part.app);
      });
    });
  }

  /** `again`: runs that have their part in the app back. */
  truthChanged(app: OpenApp, again: readonly StepRun[]): void {
    for (const run of again) {
      this.#list(run);
      this.#look(run);
    }
    this.giveBack(app);
  }

  /** `call-invalid`, or `not-connected` where the desk does not know yet. */
  nothingOf(cue: Cue, why: (caption: string) => string): OverlayError {
    if (this.#unread(cue.id).length > 0) return new OverlayError('not-connected');
    return new OverlayError('call-invalid', why(captionOf(cue)));
  }

  /** With the parts of a press that do not reach their app instance. */
  withUnsent(cue: Cue, sent: readonly Sent[]): Sent[] {
    return unlessRefused([...sent, ...notReached(this.#unread(cue.id))]);
  }

  /**
   * Once the app shows a confirmed undo, each graphic of the undone press belongs again to the step that had it before,
   * if that press, or an undo of it, still has the graphic. A time to go out that has ended does not begin again.
   */
  giveBack(app: OpenApp): void {
    const shown = this.#undos.filter(({ part, operation }) => part.app === app && app.state.isShown(operation));
    this.#undos = this.#undos.filter((undo) => !shown.includes(undo));
    for (const undo of shown) this.#giveBack(undo);
  }

  #giveBack({ part: undone, by }: { part: UndonePart; by: number }): void {
    const { app, plan } = undone;
    const { press } = plan;
    const owners = this.#allRuns.flatMap((run) => run.parts.flatMap((part) => (part.app === app ? { run, part } : [])));
    for (const id of touched(undone)) {
      const [holder] = owners.flatMap(({ run, part }) =>
        part.shown.flatMap((one) => (one.id === id ? { run, part, press: one.press } : [])),
      );
      if (holder && holder.press !== press.number) continue;
      const lostAt = ({ part }: (typeof owners)[number]): number => part.lostAt(id) ?? -Infinity;
      const former = owners
        .filter((one) => lostAt(one) >= press.start)
        .sort((one, other) => lostAt(other) - lostAt(one))[0];
      holder?.part.disown([id]);
      former?.part.regain(id, by);
      for (const one of [holder, former]) if (one) this.#look(one.run);
    }
  }

  get #allRuns(): StepRun[] {
    return [...this.#byCue.values()].flat().flatMap((run) => [run, ...run.before]);
  }

  #look(run: StepRun): void {
    if (run.isOpen) {
      this.#open.add(run);
      this.#list(run);
    }
    this.settle(run);
  }

  #list(run: StepRun): void {
    const { id } = run.cue;
    if (!this.of(id).includes(run)) this.#byCue.set(id, [run, ...this.of(id)]);
  }

  tellTimes(): void {
    for (const run of this.#open) if (run.timers.length > 0) this.#changed(run.cue.id);
  }

  /** Whether a request of the cue is not confirmed yet, or not shown yet. */
  isUnderWay(cue: string): boolean {
    const parts = this.of(cue).flatMap((run) => run.parts);
    return parts.some(({ outcome, isTrue }) => !outcome || (outcome.result === 'confirmed' && !isTrue));
  }

  awaits(cue: string): boolean {
    return this.of(cue).some((run) => this.#open.has(run) && run.awaits);
  }

  get waiting(): string[] {
    return [...new Set([...this.#open].flatMap((run) => (run.awaits ? [captionOf(run.cue)] : [])))];
  }

  /** When a cue with a duration takes the sub-composition out; null for never. `now`: milliseconds since the epoch. */
  goesOut({ app, id }: { app: string; id: string }, now: number): CueView['due'] {
    let first: Timer | undefined;
    // Loops for speed: every control asks, and thousands of steps may run.
    for (const run of this.#open) {
      for (const { app: of, shown, out } of run.parts) {
        if (!out?.isRunning || of.identity.key !== app || !shown.some((one) => one.id === id)) continue;
        if (!first || out.left < first.left) first = out;
      }
    }
    return first ? dueOf({ what: 'out', timer: first }, now) : null;
  }

  /**
   * Undefined if the cue was not fired. `present`: the cue as it is now. `now`: milliseconds since the epoch.
   */
  view(cue: string, { present, now }: { present: Cue; now: number }): CueView | undefined {
    const runs = this.of(cue);
    const isUnread = this.#unread(cue).length > 0;
    if (runs.length === 0 && !isUnread) return undefined;
    const isNamed = (address: string): boolean =>
      present.steps.some(({ targets }) => targets.some(({ subComposition }) => subComposition === address));
    const isEdited = (run: StepRun): boolean => this.#open.has(run) && run.shownAs.steps !== present.steps;
    // An update changes nothing of graphics that the cue no longer names.
    const edited = runs.some(
      (run) => isEdited(run) && (!run.isSuperseded || [...graphicsOn(run.parts).keys()].some(isNamed)),
    );
    const known = cueView(runs, now);
    const only = known.onAir === 'yes' && known.state !== 'UNKNOWN' ? stillOnAir(runs, isNamed) : undefined;
    return {
      ...known,
      ...(only && { only }),
      ...(edited && { edited }),
      ...(isUnread && {
        state: 'UNKNOWN',
        onAir: known.onAir === 'yes' ? 'yes' : 'unknown',
        reason: texts.cues.unread,
      }),
    };
  }
}

const precedence = ['UNKNOWN', 'REQUESTED', 'FAILED', 'ON AIR', 'WAITING', 'DONE'] as const;

/** A superseded run may have a graphic on air. */
const doneStates = { yes: 'ON AIR', unknown: 'UNKNOWN', hidden: 'HIDDEN', no: 'DONE' } as const;

/** `now`: milliseconds since the epoch. */
function cueView(runs: readonly StepRun[], now: number): CueView {
  // Superseded runs count only for the on-air state.
  const present = runs.filter(({ isSuperseded }) => !isSuperseded);
  const states = new Set(present.map(({ state }) => state));
  const isInDoubt = runs.some((run) => run.isInDoubt);
  const [due] = runs.flatMap(({ timers }) => timers).sort((one, other) => one.timer.left - other.timer.left);
  const air = mostOnAir(runs.map(({ onAir }) => onAir));
  const state = precedence.find((one) => states.has(one)) ?? 'DONE';
  return {
    state: state === 'DONE' ? doneStates[isInDoubt ? 'unknown' : air] : state,
    onAir: air,
    due: due ? dueOf(due, now) : null,
    reason: present.findLast(({ why }) => why !== '')?.why ?? '',
  };
}

/** Undefined if the cue has all its graphics, and no other that it had before an edit. */
function stillOnAir(runs: readonly StepRun[], isNamed: (address: string) => boolean): string[] | undefined {
  const parts = runs.flatMap((run) => run.parts).filter(({ isTrue }) => isTrue);
  const own = graphicsOn(parts, (app, id) => app.state.onAir(id) !== 'hidden');
  const isWhole = parts.every(({ app, asked }) => asked.every(({ id }) => own.has(addressOf(app.identity.key, id))));
  return isWhole && [...own.keys()].every(isNamed) ? undefined : [...own.values()];
}

/** The names of what parts have In, by address. */
function graphicsOn(
  parts: readonly StepPart[],
  counts: (app: OpenApp, id: string) => boolean = () => true,
): Map<string, string> {
  return new Map(
    parts.flatMap(({ app, shown }) =>
      shown.flatMap(({ id }) => (counts(app, id) ? [[addressOf(app.identity.key, id), nameOf(app, id)] as const] : [])),
    ),
  );
}

function nameOf(app: OpenApp, id: string): string {
  return app.state.confirmed.get(id)?.name ?? id;
}

function dueOf({ what, timer }: StepRun['timers'][number], now: number): NonNullable<CueView['due']> {
  if (timer.isHeld) return { what, at: null, left: timer.left };
  return { what, at: timer.at(now), left: null };
}

/** The graphics of an undone press, also those in which it changed nothing. */
function touched({ plan }: UndonePart): string[] {
  return [...new Set([...plan.items, ...plan.press.items].map(({ id }) => id))];
}

function isInAfter({ app, plan }: UndonePart, id: string): boolean {
  const restored = plan.items.find((item) => item.id === id)?.state;
  return (restored ?? app.state.confirmed.get(id)?.state) === 'In';
}
