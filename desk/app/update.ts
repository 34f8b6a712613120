import { joined, type Operation, type OperationItem, bodyOf, outAtOnce } from './operation.ts';
import { updateControl } from '../../contract/service-api/controlapps.ts';
import type { ConnectionPort, HttpAnswer } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { QuotaGovernor } from './link/quota.ts';
import { call } from './link/service-call.ts';
import type { TruthTarget } from './link/truth-link.ts';
import { OverlayError } from '../../contract/errors.ts';
import { commandControlApp } from '../../contract/service-api/controlapp-extras.ts';
import { RowReader } from './link/row-reader.ts';

export interface UpdateTarget extends TruthTarget {
  connection: ConnectionPort;
}

export interface SentKind {
  kind: 'values' | 'press';
}

export interface HowSent {
  clock: Clock;
  quota: QuotaGovernor;
  /** The deadline by the service's clock (ms since the epoch); null if unknown. */
  notAfter: number | null;
  signal: AbortSignal;
  onSent: () => void;
}

/** Milliseconds for which a request waits for its note. A disk that hangs delays no press for longer. */
const noteWait = 10;

function soon(kept: readonly Promise<unknown>[], clock: Pick<Clock, 'after'>): Promise<void> {
  return new Promise((resolve) => {
    const callOff = clock.after(noteWait, resolve);
    void Promise.all(kept).then(() => {
      callOff();
      resolve();
    });
  });
}

/**
 * Sends operations as one request (row 31). Returns the revision, or null if the service names none. Throws as {@link
 * call} does. `kept`: their notes, which come first.
 */
export async function update(
  target: UpdateTarget,
  operations: readonly Operation[],
  { kept, ...sending }: HowSent & { kept: readonly Promise<unknown>[] },
): Promise<number | null> {
  if (kept.length > 0) await soon(kept, sending.clock);
  sending.signal.throwIfAborted();
  const kind = operations.every((operation) => operation.kind === 'values') ? 'values' : 'press';
  return sendItems(target, joined(operations), { ...sending, kind });
}

/** Returns and throws as {@link update} does (row 31). */
export async function sendItems(
  target: UpdateTarget,
  items: readonly OperationItem[],
  how: HowSent & SentKind,
): Promise<number | null> {
  const { notAfter } = how;
  how.quota.spend(how.kind);
  const { revision } = await call(target.connection, {
    ...sentTo(target, how),
    endpoint: updateControl,
    written: bodyOf(items),
    headers: { prefer: 'handling=strict', ...(notAfter !== null && { 'not-after': String(notAfter) }) },
  });
  return revision;
}

/** The members of a call that changes what is on air. The quota learns from its answer. */
function sentTo({ base, token }: UpdateTarget, { kind, quota, signal, onSent }: HowSent & SentKind) {
  const onAnswer = (answer: HttpAnswer): void => quota.learn(answer, kind);
  return { base, params: { appToken: token }, onAnswer, signal, onSent };
}

/**
 * Milliseconds before a refused panic is repeated, unless the service names a delay. The minimum keeps retries from
 * consuming the returning quota.
 */
const again = { usual: 500, least: 100 };

/** A service applies this many items as fast as one. In a larger show, what is on air goes ahead of the rest. */
const smallShow = 100;

/** `onAir`: those of `all` that are believed on air. Both name the same show. */
interface PanicTargets {
  onAir: readonly OperationItem[];
  all: readonly OperationItem[];
}

interface HowPanicSent extends HowSent {
  /** A panic may be sent again until this time (monotonic ms). */
  until: number;
  /** Called with the items of the current attempt; empty for the command. */
  sending(items: readonly OperationItem[]): void;
}

/**
 * Tries every form a service may understand, until one succeeds; repeating Out is safe. Returns the revision or null;
 * throws the first refusal or the loss of the service.
 */
export async function sendPanic(target: UpdateTarget, named: PanicTargets, how: HowPanicSent): Promise<number | null> {
  let first: unknown;
  for (const way of panicWays(target, named, { ...how, kind: 'press' })) {
    try {
      return await patient(way, how);
    } catch (thrown) {
      if (how.signal.aborted || !mayTakeAnotherWay(thrown)) throw thrown;
      first ??= thrown;
    }
  }
  throw first;
}

/**
 * Retries on exhausted quota until the deadline. Throws at once if the deadline leaves no time, because the alarm must
 * not wait.
 */
async function patient<Answer>(way: () => Promise<Answer>, { clock, until, signal }: HowPanicSent): Promise<Answer> {
  for (;;) {
    try {
      return await way();
    } catch (thrown) {
      if (!(thrown instanceof OverlayError) || thrown.code !== 'too-many') throw thrown;
      const wait = thrown.retryAfter === undefined ? again.usual : Math.max(thrown.retryAfter * 1_000, again.least);
      if (signal.aborted || clock.monotonic() + wait >= until) throw thrown;
      await new Promise<void>((resolve) => void clock.after(wait, resolve));
      signal.throwIfAborted();
    }
  }
}

/**
 * An unknown id makes a service refuse the whole request, so the second form uses its current ids. The third omits the
 * extension `action`. The command needs no ids, so it comes first for an unreported show.
 */
function panicWays(
  target: UpdateTarget,
  { onAir, all }: PanicTargets,
  how: HowPanicSent & SentKind,
): (() => Promise<number | null>)[] {
  const reader = new RowReader(target, { ...how, connection: target.connection });
  const send = (items: readonly OperationItem[]): Promise<number | null> => {
    how.sending(items);
    return sendItems(target, items, how);
  };
  const outThere = async (out: (id: string) => OperationItem): Promise<number | null> => {
    const control = await reader.control(how);
    const items = control.flatMap(({ subCompositionId: id, mainComposition }) => (mainComposition ? [] : out(id)));
    return items.length === 0 ? null : send(items);
  };
  const byName = async (): Promise<number | null> => {
    if (onAir.length > 0 && all.length > smallShow) await sendItems(target, onAir, how);
    return send(all);
  };
  const byJump = (): Promise<number | null> => outThere(outAtOnce);
  const byPlay = (): Promise<number | null> => outThere((id) => ({ id, state: 'Out' }));
  const byCommand = (): Promise<number | null> => {
    how.sending([]);
    return takeOutAll(target, how);
  };
  return all.length === 0 ? [byCommand, byJump, byPlay] : [byName, byJump, byPlay, byCommand];
}

/** Sends the field-proven command that takes everything out. */
async function takeOutAll(target: UpdateTarget, how: HowSent & SentKind): Promise<number | null> {
  how.quota.spend(how.kind);
  const { revision } = await call(target.connection, {
    ...sentTo(target, how),
    endpoint: commandControlApp,
    body: { action: 'TakeOutAllOutput' },
  });
  return revision;
}

/** True if the service answered and would repeat the answer. Another form may still succeed. */
function mayTakeAnotherWay(thrown: unknown): boolean {
  return thrown instanceof OverlayError && (thrown.becomes === 'refused' || thrown.code === 'answer-garbage');
}
