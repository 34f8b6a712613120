import type { Action } from '../../contract/desk-api/action.ts';
import type { Previewed } from '../../contract/desk-api/preview.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { OperationItem } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Actions, Requests } from './actions.ts';
import type { CueAction } from './carry-out.ts';
import type { Looks } from './looks.ts';

export interface PreviewPorts {
  actions: Actions;
  looks: Looks;
  /** In firing order. Throws `call-invalid`. */
  cueRequests(action: CueAction): Requests[];
}

/** Sends nothing. Throws as the action does if impossible. */
export function previewOf(ports: PreviewPorts, action: Action): Previewed {
  const items = new Map<OpenApp, OperationItem[]>();
  for (const [app, request] of requestsOf(ports, action).flatMap((requests) => [...requests])) {
    items.set(app, [...(items.get(app) ?? []), ...request.items]);
  }
  return [...items].map(([app, all]) => ({ app: app.identity.key, changes: changesOf(app, all) }));
}

function requestsOf({ actions, looks, cueRequests }: PreviewPorts, action: Action): Requests[] {
  switch (action.do) {
    case 'take':
      return [actions.takeRequests([action.subComposition], action)];
    case 'toggle':
      return [actions.takeRequests([action.subComposition], { ...action, to: actions.toggled(action.subComposition) })];
    case 'takeCued':
      return [actions.takeCuedRequests()];
    case 'update':
      return [actions.updateRequests(action.subComposition)];
    case 'sendAgain':
      return [actions.againRequests(action.subComposition)];
    case 'recallLook':
      return [looks.recallRequests(action.look).requests];
    case 'undo':
      return [actions.undoRequests(action.what)];
    case 'go':
    case 'fireCue':
    case 'fireMarked':
    case 'updateCue':
    case 'updateFired':
      return cueRequests(action);
    case 'cue':
    case 'discard':
    case 'set':
    case 'step':
    case 'cycle':
    case 'switch':
    case 'fire':
    case 'time':
    case 'panic':
    case 'failOver':
    case 'failBack':
    case 'skip':
    case 'jumpTo':
    case 'rewind':
    case 'hold':
    case 'endFired':
    case 'makeActive':
    case 'markCue':
    case 'setNext':
    case 'endCue':
    case 'nextRow':
    case 'chooseRow':
    case 'openPage':
    case 'turnPage':
    case 'fine':
    case 'dataMode':
      return [];
  }
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
