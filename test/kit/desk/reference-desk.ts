import type { UpdateItem } from '../../../contract/model/control.ts';
import {
  type Operation,
  type OperationItem,
  type Outcome,
  type Request,
  updateItem,
} from '../../../desk/app/operation.ts';
import { brokenPanicRules, type PanicRecord, reportsWithin } from './panic-rules.ts';
import { type AppliedRequest, gaveUp } from '../service/served-show.ts';
import type { SentUpdate } from '../service/faulty-wire.ts';

/** What an operator asked of one app. Values that people type are never twice the same here, so each can be followed. */
interface Pressed {
  number: number;
  /** By the clock that never jumps, ms. */
  start: number;
  request: Request;
}

/** An operation that ended, and when (the clock that never jumps, ms). */
interface Ended {
  operation: Operation;
  outcome: Outcome;
  at: number;
}

/** Everything that can be known of one app from outside of the desk. */
export interface Record extends Pick<PanicRecord, 'carriedOut'> {
  pressed: Pressed[];
  /** The numbers of the panics that were pressed. */
  panicked: number[];
  ended: Ended[];
  sent: SentUpdate[];
  applied: AppliedRequest[];
  /** When the desk was given a state, or a change of it. */
  frames: number[];
  /** When the desk said that it lost its service. */
  lost: number[];
  /** When an operator was told something so that it cannot be missed. */
  alarms: number[];
  /** By how much (ms) a timer may be late; 0 where the clock is a manual one. */
  late: number;
}

type KnownOfPanic = Pick<Record, 'ended' | 'pressed' | 'carriedOut' | 'frames'>;

/** Milliseconds from the press in which an operation ends, and after which nothing of it is ever sent. */
const deadline = 2_000;

/** One thing that was asked of one sub-composition: a state, or a value of a field. Commands are told as values. */
interface Wish {
  id: string;
  what: string;
  to: string;
  number: number;
  start: number;
  kind: Request['kind'];
}

/**
 * The rules of the desk as a reference: no more than lists and comparisons. Gives every rule that a record breaks, in words;
 * empty where all is well.
 */
export function brokenRules(record: Record): string[] {
  return [
    ...endedOnce(record),
    ...everyPressEnded(record),
    ...onlyWhatWasAsked(record),
    ...inOrder(record),
    ...appliedOnce(record),
    ...toldTrue(record),
    ...newestWins(record),
    ...nothingReplayed(record),
    ...panicIsOutOrShouted(record),
    ...leftIn(record),
  ];
}

/** Each part of an operation ends once, within its deadline. Only a panic that failed goes on, until the state shows it. */
function endedOnce({ ended, late }: Record): string[] {
  const seen = new Set<string>();
  return ended.flatMap(({ operation, at }) => {
    const { number, start, action } = operation;
    const parts = operation.items.flatMap(partsOf).map((part) => `${number} ${keyOf(part)}`);
    const isAgain = parts.some((part) => seen.has(part));
    if (isAgain && operation.kind === 'panic') return [];
    const twice = isAgain ? [`Press ${number} (${action}) ended twice.`] : [];
    for (const part of parts) seen.add(part);
    return at - start > deadline + late
      ? [...twice, `Press ${number} (${action}) ended after ${at - start} ms.`]
      : twice;
  });
}

export function everyPressEnded({ pressed, ended }: Record): string[] {
  return pressed.flatMap(({ number, request }) => {
    const parts = ended
      .filter(({ operation }) => operation.number === number)
      .flatMap(({ operation }) => operation.items);
    const all = new Set(parts.flatMap(partsOf).map(keyOf));
    const isWhole = request.items.flatMap(partsOf).every((part) => all.has(keyOf(part)));
    return isWhole ? [] : [`Press ${number} (${request.action}) never ended.`];
  });
}

/**
 * What was sent was asked, in time, no more often than it was asked, and in its order. A panic is sent in several ways, at
 * any time, until the state shows it.
 */
function onlyWhatWasAsked({ pressed, sent, late }: Record): string[] {
  const panics = pressed.filter(({ request }) => request.kind === 'panic');
  const panicked = (at: number, { payload, state }: UpdateItem): boolean =>
    payload === undefined && state === 'Out' && panics.some(({ start }) => start <= at);
  const wishes = pressed.flatMap(wishesOf).sort((one, other) => one.number - other.number);
  const used = new Set<Wish>();
  return sent.flatMap(({ at, items }, index) =>
    items.flatMap((item) =>
      partsOf(item).flatMap(({ id, what, to }) => {
        const wish = wishes.find(
          (one) =>
            isSameField(one, { id, what, to }) &&
            one.to === to &&
            !used.has(one) &&
            one.start <= at &&
            at <= one.start + deadline + late,
        );
        if (wish) used.add(wish);
        return wish || panicked(at, item)
          ? []
          : [`Request ${index} sent ${what} = ${to} of ${id} at ${at}, which nobody asked for then.`];
      }),
    ),
  );
}

/**
 * Per sub-composition what is sent goes in the order of the presses: values of one field, states, and values before and
 * after a take.
 */
function inOrder({ pressed, sent }: Record): string[] {
  const numbers = new Map(pressed.flatMap(wishesOf).map((wish) => [keyOf(wish), wish.number]));
  const problems: string[] = [];
  const newest = new Map<string, number>();
  const newestTake = new Map<string, number>();
  const newestValue = new Map<string, number>();
  const all = sent.flatMap(({ items }, index) => items.map((item) => ({ item, index })));
  for (const { item, index } of all) {
    for (const part of partsOf(item)) {
      const number = numbers.get(keyOf(part));
      // States and commands repeat themselves, so their numbers say nothing; that they keep their order is asked above.
      if (number === undefined || !isUnique(part.to)) continue;
      const field = `${part.id} ${part.what}`;
      if (number < (newest.get(field) ?? 0))
        problems.push(`Request ${index}: ${keyOf(part)} came after a newer value.`);
      if (number < (newestTake.get(part.id) ?? 0))
        problems.push(`Request ${index}: ${keyOf(part)} was overtaken by a take.`);
      newest.set(field, number);
      newestValue.set(part.id, Math.max(number, newestValue.get(part.id) ?? 0));
    }
    const number = takeOf(item, numbers);
    const id = item.subCompositionId ?? '';
    if (number === undefined) continue;
    if (number < (newestValue.get(id) ?? 0))
      problems.push(`Request ${index}: take ${number} of ${id} was overtaken by its values.`);
    newestTake.set(id, number);
  }
  return problems;
}

/** The press of an item with a state, as far as a value in it tells: the newest. */
function takeOf(
  { subCompositionId: id = '', payload = {}, state }: UpdateItem,
  numbers: Map<string, number>,
): number | undefined {
  if (state === undefined) return undefined;
  const told = Object.entries(payload).flatMap(
    ([what, to]) => numbers.get(`${id} ${what} ${JSON.stringify(to)}`) ?? [],
  );
  return told.length > 0 ? Math.max(...told) : undefined;
}

/** Nothing was carried out twice. */
function appliedOnce({ applied, sent }: Record): string[] {
  const own = applied.filter(({ by }) => by !== '');
  const seen = new Set<string>();
  const twice = own.flatMap(({ items }) =>
    items.flatMap(partsOf).flatMap((part) => {
      if (!isUnique(part.to)) return [];
      if (seen.has(keyOf(part))) return [`${keyOf(part)} was carried out twice.`];
      seen.add(keyOf(part));
      return [];
    }),
  );
  return own.length > sent.length
    ? [...twice, `${own.length} requests were carried out, ${sent.length} were sent.`]
    : twice;
}

/**
 * What is called confirmed was carried out, whole, with the revision it names; what is called failed was not. What is
 * called replaced never left, for newer values of the same fields.
 */
function toldTrue({ ended, applied, pressed, sent }: Record): string[] {
  const own = applied.filter(({ by }) => by !== '');
  return ended.flatMap(({ operation, outcome }) => {
    const { number, action, items } = operation;
    const marks = items.flatMap(partsOf).filter(({ to }) => isUnique(to));
    const holding = own.find((request) => {
      const parts = request.items.flatMap(partsOf);
      return outcome.result === 'confirmed'
        ? marks.every((mark) => parts.some((part) => keyOf(part) === keyOf(mark)))
        : marks.some((mark) => parts.some((part) => keyOf(part) === keyOf(mark)));
    });
    if (marks.length === 0) return [];
    if (outcome.result === 'replaced') {
      const left = marks.filter((mark) =>
        sent.some((one) => one.items.flatMap(partsOf).some((part) => keyOf(part) === keyOf(mark))),
      );
      const newer = pressed.filter((press) => press.number > number).flatMap(wishesOf);
      const alone = marks.filter((mark) => !newer.some((wish) => isSameField(wish, mark)));
      return [
        ...left.map((part) => `Press ${number}: ${keyOf(part)} was replaced and sent.`),
        ...alone.map((part) => `Press ${number}: ${keyOf(part)} was replaced by nothing.`),
      ];
    }
    if (outcome.result === 'failed') {
      return holding ? [`Press ${number} (${action}) failed (${outcome.error.message}) and was carried out.`] : [];
    }
    if (outcome.result === 'unknown') return [];
    if (!holding) return [`Press ${number} (${action}) was confirmed and never carried out.`];
    const { revision } = outcome as Extract<Outcome, { result: 'confirmed' }>;
    if (revision === null || revision === holding.revision) return [];
    return [`Press ${number} made revision ${holding.revision}, not ${revision}.`];
  });
}

/** Of what was confirmed for a field the newest is what the desk made it last. */
function newestWins({ pressed, ended, applied }: Record): string[] {
  const last = new Map<string, Wish>();
  for (const wish of pressed.flatMap(wishesOf)) if (isUnique(wish.to)) last.set(`${wish.id} ${wish.what}`, wish);
  return [...last].flatMap(([field, wish]) => {
    const end = ended.find(({ operation }) =>
      operation.items.some((item) => partsOf(item).some((part) => keyOf(part) === keyOf(wish))),
    );
    if (end?.outcome.result !== 'confirmed') return [];
    // What a service carries out after the desk gave it up comes when it comes.
    const own = applied.filter(({ by }) => by !== '' && by !== gaveUp);
    const parts = own.flatMap(({ items }) => items.flatMap(partsOf));
    const made = parts.findLast((part) => `${part.id} ${part.what}` === field);
    return made && keyOf(made) === keyOf(wish) ? [] : [`${field} ended as ${String(made?.to)} and not as ${wish.to}.`];
  });
}

/** Nothing that was pressed before the service was lost is sent after that. */
function nothingReplayed({ pressed, sent, lost }: Record): string[] {
  const starts = new Map(pressed.flatMap(wishesOf).map((wish) => [keyOf(wish), wish.start]));
  return sent.flatMap(({ at, items }, index) =>
    items.flatMap(partsOf).flatMap((part) => {
      const start = isUnique(part.to) ? starts.get(keyOf(part)) : undefined;
      const replayed = start !== undefined && lost.some((moment) => start < moment && moment < at);
      return replayed ? [`Request ${index} replayed ${keyOf(part)}, pressed before the service was lost.`] : [];
    }),
  );
}

/** Every panic ends, as {@link brokenPanicRules} have it; nothing else is shouted. */
function panicIsOutOrShouted({ panicked, pressed, ended, alarms, carriedOut, late }: Record): string[] {
  const panics = ended
    .filter(({ operation }) => operation.kind === 'panic')
    .map(({ operation: { number, start }, outcome: { result }, at: end }) => ({ number, start, end, result }));
  const endless = panicked.filter((number) => !panics.some((panic) => panic.number === number));
  const shouted = panics.filter(({ result }) => result !== 'confirmed').length;
  const askedIn = pressed.flatMap(({ number, request }) =>
    request.items.flatMap(({ id, state }) => (state === 'In' ? [{ id, number }] : [])),
  );
  return [
    ...endless.map((number) => `Panic ${number} never ended.`),
    ...(alarms.length > shouted ? [`${alarms.length} alarms are of ${shouted} panics.`] : []),
    ...brokenPanicRules({ panics, askedIn, carriedOut, alarms, late }),
  ];
}

/**
 * What is In still though it was In before the last panic, which goes on until the state shows it Out. What the desk learns
 * later than {@link reportsWithin} may have come In after the panic, for all that it knows.
 */
export function leftIn({ ended, pressed, carriedOut, frames }: KnownOfPanic): string[] {
  const last = ended.findLast(({ operation }) => operation.kind === 'panic')?.operation;
  if (!last) return [];
  const start = last.since ?? last.start;
  const isLearned = (at: number): boolean => frames.some((frame) => at <= frame && frame <= start + reportsWithin);
  const isMeant = (id: string): boolean =>
    pressed.some(({ number, request }) => number > last.number && takes(request, id));
  const turned = carriedOut.flatMap(({ at, changes }) =>
    changes.flatMap(({ id, state }) => (state ? [{ id, state, at }] : [])),
  );
  return [...new Map(turned.map((one) => [one.id, one])).values()]
    .filter(({ id, state, at }) => state === 'In' && at < start && isLearned(at) && !isMeant(id))
    .map(({ id }) => `Panic ${last.number} left ${id} In.`);
}

function takes({ items }: Request, taken: string): boolean {
  return items.some(({ id, state }) => id === taken && state === 'In');
}

interface Part {
  id: string;
  what: string;
  to: string;
}

/** What an item asks, part by part: values, then the state. */
function partsOf(item: OperationItem | UpdateItem): Part[] {
  const { subCompositionId: id = '', payload = {}, state, action } = 'id' in item ? updateItem(item) : item;
  const values = Object.entries(payload).map(([what, value]) => ({ id, what, to: JSON.stringify(value) }));
  return state === undefined ? values : [...values, { id, what: 'state', to: `${state} ${action ?? 'play'}` }];
}

function wishesOf({ number, start, request }: Pressed): Wish[] {
  return request.items.flatMap(partsOf).map((part) => ({ ...part, number, start, kind: request.kind }));
}

function keyOf({ id, what, to }: Part): string {
  return `${id} ${what} ${to}`;
}

function isSameField(one: Part, other: Part): boolean {
  return one.id === other.id && one.what === other.what;
}

/** The press that a word was made for; -1 for any other value. */
export function pressOf(value: unknown): number {
  return Number(/^word (\d+) /.exec(String(value))?.[1] ?? -1);
}

/** Whether a value is one of those that are asked for once only. */
function isUnique(to: string): boolean {
  return to.startsWith('"word ');
}

/** A word that was never asked for before. */
export function word(number: number, part: string): string {
  return `word ${number} ${part}`;
}
