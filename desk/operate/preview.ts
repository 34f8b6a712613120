import type { Action } from '../../contract/actions/actions.ts';
import type { Previewed } from '../../contract/desk-api/action-outcome.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { OperationItem } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import { type ActionRuns, runOf } from './carry-out.ts';

/** Sends nothing. Throws as the action does if impossible. */
export function previewOf(runs: ActionRuns, action: Action): Previewed {
  const items = new Map<OpenApp, OperationItem[]>();
  for (const [app, request] of runOf(runs, action)
    .requests(action)
    .flatMap((requests) => [...requests])) {
    items.set(app, [...(items.get(app) ?? []), ...request.items]);
  }
  return [...items].map(([app, all]) => ({ app: app.identity.key, changes: changesOf(app, all) }));
}

/** Simulates the service: an In forces other sub-compositions of its logic layer Out. */
function changesOf({ state: { confirmed } }: OpenApp, items: readonly OperationItem[]): Change[] {
  const changes: Change[] = [];
  const present = new Set([...confirmed.ids].filter((id) => confirmed.get(id)?.state === 'In'));
  for (const { id, payload, state: asked, action = 'play' } of items) {
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
    changes.push({ id, ...(payload && { payload: payload as Change['payload'] }), ...(state && { state, action }) });
  }
  return changes;
}
