import { asOverlayError } from '../../contract/errors.ts';
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
  signal: AbortSignal;
  onSent: () => void;
}

/**
 * Send operations to an app instance as one request (row 31). Gives the revision that they made, null where the service
 * names none. Throws as {@link call} does.
 *
 * The service refuses a request as a whole where it no longer knows one of its ids, and a panic names every id. That one is
 * sent once more, about all that the service has now: out at once is safe to ask twice, whatever was taken meanwhile.
 */
export async function update(
  target: UpdateTarget,
  operations: readonly Operation[],
  ports: UpdatePorts,
): Promise<number | null> {
  const kind = operations.every((operation) => operation.kind === 'values') ? 'values' : 'press';
  const request = { ...ports, kind } as const;
  return send(target, joined(operations), request).catch(async (thrown: unknown) => {
    if (operations[0]?.kind !== 'panic' || asOverlayError(thrown).code !== 'body-invalid') throw thrown;
    const control = await new RowReader(target, { ...ports, connection: target.connection }).control(request);
    const there = control.filter(({ mainComposition }) => !mainComposition);
    const again = there.map(({ subCompositionId }) => outAtOnce(subCompositionId));
    return again.length === 0 ? null : send(target, again, request);
  });
}

async function send(
  { base, token, connection }: UpdateTarget,
  items: OperationItem[],
  { kind, quota, signal, onSent }: UpdatePorts & { kind: 'values' | 'press' },
): Promise<number | null> {
  quota.spend(kind);
  const { revision } = await call(connection, {
    base,
    endpoint: updateControl,
    params: { appToken: token },
    body: items.map(updateItem),
    onAnswer: (answer) => quota.learn(answer, kind),
    signal,
    onSent,
  });
  return revision;
}
