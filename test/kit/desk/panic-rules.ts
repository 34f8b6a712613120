import type { OperationResult } from '../../../contract/desk-api/as-run.ts';
import type { Change } from '../../../contract/service-api/live-channel.ts';
import { type AppliedRequest, gaveUp, type ServedShow } from '../service/served-show.ts';

/** A panic that ended. Times are those of the clock that never jumps, ms. */
interface EndedPanic {
  /** Which of all presses it was. */
  number: number;
  start: number;
  end: number;
  result: OperationResult;
}

/** One request that a service carried out: when (the clock that never jumps, ms), and what came of it. */
export interface CarriedOut extends AppliedRequest {
  at: number;
  changes: readonly Change[];
}

/** What can be known of the panics of one app from outside of the desk. */
export interface PanicRecord {
  panics: readonly EndedPanic[];
  carriedOut: readonly CarriedOut[];
  /** What this desk asked In, by which press. */
  askedIn: readonly { id: string; number: number }[];
  /** When an operator was told of a panic of this app so that it cannot be missed. */
  alarms: readonly number[];
  /** By how much (ms) a time may be wrong; 0 where the clock is a manual one. */
  late: number;
}

/** What a service carries out from now on. */
export function carriedOutBy(show: ServedShow, monotonic: () => number): readonly CarriedOut[] {
  const all: CarriedOut[] = [];
  show.listen((frame) => {
    const request = show.applied.at(-1);
    if (frame.type === 'change' && request) all.push({ ...request, at: monotonic(), changes: frame.changes });
  });
  return all;
}

/**
 * The rules of a panic as a reference: it was carried out, and nothing that this desk asked for before it is In after it; or
 * it is shouted. Gives every one that is broken, in words.
 */
export function brokenPanicRules(record: PanicRecord): string[] {
  return record.panics.flatMap((panic) => {
    const told = `Panic ${panic.number} (pressed at ${panic.start}, ${panic.result} at ${panic.end})`;
    return (panic.result === 'confirmed' ? untrue(panic, record) : silent(panic, record)).map(
      (problem) => `${told} ${problem}`,
    );
  });
}

/** What is not confirmed is shouted at once. */
function silent({ end }: EndedPanic, { alarms, late }: PanicRecord): string[] {
  return alarms.some((at) => Math.abs(at - end) <= late) ? [] : ['was not shouted.'];
}

/** Milliseconds after the press. From then on, a state in which everything is Out confirms a panic that failed. */
export const reportsWithin = 10_000;

/** What was taken In until then, and not Out again. */
function stillIn(carriedOut: readonly CarriedOut[], until: number): string[] {
  const changes = carriedOut.filter(({ at }) => at <= until).flatMap((one) => one.changes);
  return [...new Set(changes.map(({ id }) => id))].filter((id) => turns(changes, id) === 'In');
}

/** What is called confirmed was carried out in its time, and stays so until somebody asks otherwise. */
function untrue({ number, start, end }: EndedPanic, { carriedOut, askedIn }: PanicRecord): string[] {
  const own = carriedOut.findIndex(({ at, by, items }) => {
    const isPanic = by !== '' && items.every(({ state, action }) => state === 'Out' && action === 'jump');
    return isPanic && start <= at && at <= end;
  });
  const meant = new Set(askedIn.filter((one) => one.number > number).map(({ id }) => id));
  if (own < 0 && end - start <= reportsWithin) return ['was never carried out.'];
  if (own < 0) return stillIn(carriedOut, end).flatMap((id) => (meant.has(id) ? [] : [`is confirmed with ${id} In.`]));
  const after = carriedOut.slice(own + 1);
  return after.flatMap(({ at, by, revision, changes }, index) => {
    const later = after.slice(index + 1).filter((one) => one.at <= end);
    const goneOut = (id: string): boolean => later.some((one) => turns(one.changes, id) === 'Out');
    // What a service carries out long after the desk gave it up, and after the panic, is shown, and nobody can prevent it.
    const isOfDesk = by !== '' && (by !== gaveUp || at <= end);
    return changes.flatMap(({ id }) => {
      const comesIn = isOfDesk && turns(changes, id) === 'In' && !meant.has(id);
      return comesIn && (at > end || !goneOut(id)) ? [`left ${id} In, taken before it (revision ${revision}).`] : [];
    });
  });
}

/** Lines of the as-run log without the later lines of a panic: a panic that failed is sent again until the state shows it. */
export function withoutRepeats<Line extends { action: string; at: string }>(lines: readonly Line[]): Line[] {
  const first = ({ at, action }: Line): Line | undefined => lines.find((one) => one.at === at && one.action === action);
  return lines.filter((line) => !line.action.startsWith('Panic') || first(line) === line);
}

/** Where a sub-composition goes; undefined where its state stays. A rival in the same request may take it Out again. */
function turns(changes: readonly Change[], id: string): 'In' | 'Out' | undefined {
  const state = changes.findLast((change) => change.id === id && change.state !== undefined)?.state;
  return state === undefined || state === 'In' ? state : 'Out';
}
