import type { Action } from '../../contract/actions/actions.ts';
import type { Previewed } from '../../contract/desk-api/action-outcome.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import type { Payload } from '../../contract/model/field.ts';
import { ownOf } from '../../contract/own.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { SubState } from '../app/confirmed.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { OperationItem } from '../app/operation.ts';
import { type ActionRuns, runOf } from './carry-out.ts';

/** `now`: milliseconds since the epoch, by the desk's clock. */
interface PreviewMoment {
  hand: string;
  now: number;
}

/** What the requests of an action would change. Sends nothing. Throws as the action does if impossible. */
export function previewOf(runs: ActionRuns, action: Action, { hand, now }: PreviewMoment): Previewed {
  const items = new Map<OpenApp, OperationItem[]>();
  const requests = runOf(runs, action).requests(action, hand);
  for (const [app, request] of requests.flatMap((each) => [...each])) {
    if (request.items.length > 0) items.set(app, [...(items.get(app) ?? []), ...request.items]);
  }
  return [...items].map(([app, all]) => {
    return { app: app.identity.key, changes: changesOf(app, all, now + (app.clockAhead ?? 0)) };
  });
}

/**
 * What the service makes of the items at `now` by its clock: values of commands, and the Out of others in the logic
 * layer of an In.
 */
function changesOf({ state: { confirmed } }: OpenApp, items: readonly OperationItem[], now: number): Change[] {
  const changes: Change[] = [];
  const present = new Set([...confirmed.ids].filter((id) => confirmed.get(id)?.state === 'In'));
  const written = new Map<string, Payload>();
  for (const item of items) {
    const { id, state: asked, action = 'play' } = item;
    const sub = confirmed.get(id);
    if (!sub) continue;
    const state = asked && storedState(asked, sub.item.secondTimeline);
    if (state === 'In') {
      for (const other of [...present].filter((one) => one !== id && confirmed.shareLayer(id, one))) {
        changes.push({ id: other, state: 'Out1', action });
        present.delete(other);
      }
      present.add(id);
    } else if (state) present.delete(id);
    const payload = valuesOf(item, { ...sub.payload, ...written.get(id) }, { sub, now });
    if (payload) written.set(id, { ...written.get(id), ...payload });
    changes.push({ id, ...(payload && { payload }), ...(state && { state, action }) });
  }
  return changes;
}

function valuesOf(
  { payload, commands }: OperationItem,
  before: Payload,
  { sub: { fields }, now }: { sub: SubState; now: number },
): Payload | undefined {
  if (!commands) return payload as Payload | undefined;
  const values = { ...(payload as Payload | undefined) };
  for (const [id, command] of Object.entries(commands)) {
    const field = fields.get(id);
    const read = field && canonicalValue(field, command, { present: ownOf(before, id), now });
    if (read?.ok) values[id] = read.value;
  }
  return values;
}
