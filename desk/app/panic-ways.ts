import { OverlayError } from '../../contract/errors.ts';
import { commandControlApp } from '../../contract/service-api/controlapp-extras.ts';
import { call } from './link/service-call.ts';
import { RowReader } from './link/row-reader.ts';
import { type OperationItem, outAtOnce } from './operation.ts';
import { type SendPorts, sendItems, type UpdatePorts, type UpdateTarget } from './update.ts';

/**
 * Milliseconds before a panic is sent again to a service that takes no more requests, unless it says how long to wait. It
 * waits for the second at least, because requests without a pause would use up the quota that comes back.
 */
const again = { usual: 500, least: 100 };

export interface PanicPorts extends UpdatePorts {
  /** Until when the panic may be sent again: milliseconds by the monotonic clock. */
  until: number;
  /** The items of the present way are being sent; none for the command. */
  sending(items: readonly OperationItem[]): void;
}

/**
 * Sends a panic in every way that a service may understand, until one succeeds. Repeating Out is safe, whatever was taken
 * in between. Returns the revision that it made; null if the service names none. Throws the first refusal, or the loss of
 * the service.
 */
export async function sendPanic(
  target: UpdateTarget,
  named: readonly OperationItem[],
  ports: PanicPorts,
): Promise<number | null> {
  let first: unknown;
  for (const way of panicWays(target, named, { ...ports, kind: 'press' })) {
    try {
      return await patient(way, ports);
    } catch (thrown) {
      if (ports.signal.aborted || !mayTakeAnotherWay(thrown)) throw thrown;
      first ??= thrown;
    }
  }
  throw first;
}

/**
 * Sends again what the service had no quota for, as long as the deadline allows. Where it does not, the refusal is thrown
 * at once, because the alarm must not wait.
 */
async function patient<Answer>(way: () => Promise<Answer>, { clock, until, signal }: PanicPorts): Promise<Answer> {
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
 * A service refuses the whole request if it no longer knows one of the ids, so the second way names the ids that it has
 * now. Not every service knows the extension `action`, so the third way does without it. The command needs no ids, so
 * it comes first if the show was never reported.
 */
function panicWays(
  target: UpdateTarget,
  named: readonly OperationItem[],
  ports: SendPorts & PanicPorts,
): (() => Promise<number | null>)[] {
  const reader = new RowReader(target, { ...ports, connection: target.connection });
  const send = (items: readonly OperationItem[]): Promise<number | null> => {
    ports.sending(items);
    return sendItems(target, items, ports);
  };
  const outThere = async (out: (id: string) => OperationItem): Promise<number | null> => {
    const control = await reader.control(ports);
    const items = control.flatMap(({ subCompositionId: id, mainComposition }) => (mainComposition ? [] : out(id)));
    return items.length === 0 ? null : send(items);
  };
  const byName = (): Promise<number | null> => send(named);
  const byJump = (): Promise<number | null> => outThere(outAtOnce);
  const byPlay = (): Promise<number | null> => outThere((id) => ({ id, state: 'Out' }));
  const byCommand = (): Promise<number | null> => {
    ports.sending([]);
    return takeOutAll(target, ports);
  };
  return named.length === 0 ? [byCommand, byJump, byPlay] : [byName, byJump, byPlay, byCommand];
}

/** The command of services of this field that takes everything out. */
async function takeOutAll(
  { base, token, connection }: UpdateTarget,
  { kind, quota, signal, onSent }: SendPorts,
): Promise<number | null> {
  quota.spend(kind);
  const { revision } = await call(connection, {
    base,
    endpoint: commandControlApp,
    params: { appToken: token },
    body: { action: 'TakeOutAllOutput' },
    onAnswer: (answer) => quota.learn(answer, kind),
    signal,
    onSent,
  });
  return revision;
}

/** Whether the service answered, and would answer the same again. Another way may still succeed. */
function mayTakeAnotherWay(thrown: unknown): boolean {
  return thrown instanceof OverlayError && (thrown.becomes === 'refused' || thrown.code === 'answer-garbage');
}
