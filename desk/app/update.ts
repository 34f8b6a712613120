import { OverlayError } from '../../contract/errors.ts';
import { joined, type Operation, type OperationItem, outAtOnce, updateItem } from './operation.ts';
import { updateControl } from '../../contract/service-api/controlapps.ts';
import type { Clock, ConnectionPort } from '../ports.ts';
import type { QuotaGovernor } from '../requests/quota.ts';
import { RowReader } from '../truth/row-reader.ts';
import { call } from '../requests/service-call.ts';
import type { TruthTarget } from '../truth/truth-link.ts';

export interface UpdateTarget extends TruthTarget {
  connection: ConnectionPort;
}

export interface UpdatePorts {
  clock: Clock;
  quota: QuotaGovernor;
  /**
   * When the service must have carried it out at the latest: milliseconds since the epoch, by its clock. Null if that is
   * not known.
   */
  notAfter: number | null;
  signal: AbortSignal;
  onSent: () => void;
}

/**
 * Sends operations to an app instance as one request (row 31). Returns the revision that they made; null if the service
 * names none. Throws as {@link call} does.
 *
 * The service refuses the whole request if it no longer knows one of the ids, and a panic names every id. So a refused
 * panic is sent once more, for the ids that the service has now. Repeating a jump to Out is safe, whatever was taken in
 * between.
 */
export async function update(
  target: UpdateTarget,
  operations: readonly Operation[],
  ports: UpdatePorts,
): Promise<number | null> {
  const kind = operations.every((operation) => operation.kind === 'values') ? 'values' : 'press';
  const request = { ...ports, kind } as const;
  return send(target, joined(operations), request).catch(async (thrown: unknown) => {
    const refused = thrown instanceof OverlayError && thrown.becomes === 'refused';
    if (operations[0]?.kind !== 'panic' || !refused) throw thrown;
    const control = await new RowReader(target, { ...ports, connection: target.connection }).control(request);
    const there = control.filter(({ mainComposition }) => !mainComposition);
    const again = there.map(({ subCompositionId }) => outAtOnce(subCompositionId));
    return again.length === 0 ? null : send(target, again, request);
  });
}

async function send(
  { base, token, connection }: UpdateTarget,
  items: OperationItem[],
  { kind, quota, notAfter, signal, onSent }: UpdatePorts & { kind: 'values' | 'press' },
): Promise<number | null> {
  quota.spend(kind);
  const { revision } = await call(connection, {
    base,
    endpoint: updateControl,
    params: { appToken: token },
    body: items.map(updateItem),
    headers: { prefer: 'handling=strict', ...(notAfter !== null && { 'not-after': String(notAfter) }) },
    onAnswer: (answer) => quota.learn(answer, kind),
    signal,
    onSent,
  });
  return revision;
}
