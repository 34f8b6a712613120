import { joined, type Operation, type OperationItem } from './operation.ts';
import { updateControl } from '../../contract/service-api/controlapps.ts';
import type { ConnectionPort } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { QuotaGovernor } from './link/quota.ts';
import { call } from './link/service-call.ts';
import { bodyOf } from './prepared-items.ts';
import type { TruthTarget } from './link/truth-link.ts';

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

/**
 * Sends operations as one request (row 31). Returns the revision, or null if the service names none. Throws as {@link
 * call} does.
 */
export function update(
  target: UpdateTarget,
  operations: readonly Operation[],
  sending: HowSent,
): Promise<number | null> {
  const kind = operations.every((operation) => operation.kind === 'values') ? 'values' : 'press';
  return sendItems(target, joined(operations), { ...sending, kind });
}

/** Returns and throws as {@link update} does (row 31). */
export async function sendItems(
  { base, token, connection }: UpdateTarget,
  items: readonly OperationItem[],
  { kind, quota, notAfter, signal, onSent }: HowSent & SentKind,
): Promise<number | null> {
  quota.spend(kind);
  const { revision } = await call(connection, {
    base,
    endpoint: updateControl,
    params: { appToken: token },
    written: bodyOf(items),
    headers: { prefer: 'handling=strict', ...(notAfter !== null && { 'not-after': String(notAfter) }) },
    onAnswer: (answer) => quota.learn(answer, kind),
    signal,
    onSent,
  });
  return revision;
}
