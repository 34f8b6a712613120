import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { UpdateItem } from '../../../contract/model/control.ts';
import type { SentUpdate } from '../service/faulty-wire.ts';
import { brokenPanicRules, type PanicRecord, withoutRepeats } from './panic-rules.ts';
import type { AppliedRequest } from '../service/served-show.ts';

/** A call of a screen that may send something. No two are at the same time. */
export interface DeskPress {
  /** Milliseconds by the clock that never jumps, and the time of day as the as-run log writes it, which no other press has. */
  start: number;
  at: string;
  /** When the desk got it, by the clock that never jumps. It may have been held up on its way. */
  arrived: number;
  what: string;
  /** Which apps it must end in, once each; empty where that is not known. */
  apps: string[];
  /** The code it was refused with; undefined where it was not. */
  refused: ErrorCode | undefined;
}

/** What can be known of one app of a whole desk from outside. */
export interface DeskRecord extends Pick<PanicRecord, 'carriedOut' | 'alarms' | 'late'> {
  app: string;
  presses: DeskPress[];
  lines: AsRunLine[];
  sent: SentUpdate[];
  applied: AppliedRequest[];
  /** When a screen was told that the service is lost. */
  lost: number[];
}

/** How exactly the desk knows the time of a press that was held up (ms): clocks may drift. */
export const ageKnownTo = 5;

/** Whether a line of the as-run log is that of a press. No two presses are so close that it could be of both. */
export function isOf({ at }: Pick<AsRunLine, 'at'>, press: DeskPress): boolean {
  const later = Date.parse(at) - Date.parse(press.at);
  return later === 0 || (press.arrived > press.start && later > 0 && later <= ageKnownTo);
}

/** Milliseconds from the press in which an operation ends, and after which nothing of it is sent. */
const deadline = 2_000;

/** The rules of a whole desk as a reference. Gives every rule that a record breaks, in words; empty where all is well. */
export function brokenDeskRules(record: DeskRecord): string[] {
  return [
    ...everyPressEndsOnce(record),
    ...nothingByItself(record),
    ...confirmedIsCarriedOut(record),
    ...orderIsKept(record),
    ...panicIsOutOrShouted(record),
  ];
}

/** Values that were replaced have a line of their own, beside that of the rest of their press. */
function endsTwice(lines: readonly AsRunLine[]): boolean {
  if (lines.length < 2) return false;
  const values = lines.flatMap(({ items }) =>
    (items as UpdateItem[]).flatMap(({ subCompositionId, payload = {} }) =>
      Object.keys(payload).map((field) => `${subCompositionId} ${field}`),
    ),
  );
  return lines.filter(({ result }) => result !== 'replaced').length > 1 || new Set(values).size < values.length;
}

/** What is pressed ends once, within its deadline; nothing ends that nobody pressed. */
function everyPressEndsOnce({ app, presses, lines }: DeskRecord): string[] {
  const heldUp = ({ at }: AsRunLine): number => {
    const press = presses.find((one) => isOf({ at }, one));
    return press ? press.arrived - press.start : 0;
  };
  const first = withoutRepeats(lines);
  const late = first.filter((line) => line.milliseconds > Math.max(deadline, heldUp(line))).map(told('ended late'));
  const unasked = lines.filter(({ at }) => !presses.some((press) => isOf({ at }, press))).map(told('nobody pressed'));
  const wrong = presses.flatMap((press) => {
    const { at, what, apps } = press;
    const own = first.filter((line) => isOf(line, press));
    const asked = apps.includes(app);
    const isWrong = endsTwice(own) || (asked && own.length === 0);
    return isWrong ? [`${what} at ${at} has ${own.length} lines in the as-run log.`] : [];
  });
  return [...late, ...unasked, ...wrong];
}

/**
 * Every request has a press of its own: no press is sent twice, none that was made before the service was lost is sent after
 * it, and none later than its deadline. A panic is sent in several ways, at any time, until the state shows it.
 */
function nothingByItself({ presses, sent, lost }: DeskRecord): string[] {
  const used = new Set<DeskPress>();
  return sent.flatMap(({ at, items }) => {
    const isInTime = (one: DeskPress): boolean =>
      at <= one.start + deadline && !lost.some((moment) => one.arrived < moment && moment < at);
    const mayBeOf = (one: DeskPress): boolean => (one.what === 'Panic' ? items.every(isOut) : isInTime(one));
    const press = presses.find((one) => !used.has(one) && one.start <= at && mayBeOf(one));
    if (press && press.what !== 'Panic') used.add(press);
    return press ? [] : [`At ${at} ${JSON.stringify(items)} was sent, which nobody had pressed for.`];
  });
}

function isOut({ payload, state }: UpdateItem): boolean {
  return payload === undefined && state === 'Out';
}

/** What is called confirmed is in the revision that it names. */
function confirmedIsCarriedOut({ lines, applied, sent }: DeskRecord): string[] {
  const own = applied.filter(({ by }) => by !== '');
  const twice = own.length > sent.length ? [`${own.length} were carried out, ${sent.length} were sent.`] : [];
  const untrue = lines
    .filter(({ result, revision }) => result === 'confirmed' && revision !== null)
    .filter((line) => {
      const made = own.find(({ revision }) => revision === line.revision);
      return !(line.items as UpdateItem[]).every((item) => made?.items.some((one) => covers(one, item)));
    });
  return [...twice, ...untrue.map(told('is confirmed and was not carried out'))];
}

/** Newer values in the same request may take the place of older ones, of the same fields. */
function covers(made: UpdateItem, asked: UpdateItem): boolean {
  const fields = Object.keys(asked.payload ?? {}).every((field) => Object.hasOwn(made.payload ?? {}, field));
  const state = asked.state === undefined || made.state === asked.state;
  return made.subCompositionId === asked.subCompositionId && fields && state;
}

/** Per sub-composition what is confirmed was made in the order in which presses arrived; a panic goes ahead. */
function orderIsKept({ lines, presses }: DeskRecord): string[] {
  const arrivalOf = ({ at }: AsRunLine): number => presses.find((press) => isOf({ at }, press))?.arrived ?? 0;
  const newest = new Map<string, number>();
  const inOrder = lines
    .filter(({ action, revision }) => action !== 'Panic' && revision !== null)
    .sort((one, other) => arrivalOf(one) - arrivalOf(other));
  return inOrder.flatMap((line) => {
    const before = Math.max(...line.targets.map(({ id }) => newest.get(id) ?? 0));
    for (const { id } of line.targets) newest.set(id, line.revision ?? 0);
    return before > (line.revision ?? 0) ? [told(`was made before what was pressed earlier (${before})`)(line)] : [];
  });
}

/** Of every panic: see {@link brokenPanicRules}. */
function panicIsOutOrShouted({ presses, lines, ...record }: DeskRecord): string[] {
  const ended = lines.map((line) => ({ ...line, number: presses.findIndex((press) => isOf(line, press)) }));
  const panics = ended.flatMap(({ action, number, milliseconds, result }) => {
    const start = presses[number]?.start ?? 0;
    return action === 'Panic' ? [{ number, start, end: Math.ceil(start + milliseconds), result }] : [];
  });
  const askedIn = ended.flatMap(({ number, items }) =>
    (items as UpdateItem[]).flatMap(({ subCompositionId: id = '', state }) => (state === 'In' ? [{ id, number }] : [])),
  );
  return brokenPanicRules({ ...record, panics, askedIn });
}

function told(what: string): (line: AsRunLine) => string {
  return ({ at, action, items, result, revision }) =>
    `${action} at ${at} ${what}: ${JSON.stringify({ items, result, revision })}`;
}
