import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import { type Calls, justNow } from '../../contract/link/link.ts';
import type { SubRef } from '../app/open-apps.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { handOf } from '../app/presses.ts';
import { type ActionRuns, carryOut, runOf } from './carry-out.ts';
import type { Looks } from './looks.ts';
import { outcomeOf, throwUnsent } from './sent.ts';
import type { TakeGuard } from './take-guard.ts';
import type { Ground } from '../ground.ts';
import type { Action } from '../../contract/actions/actions.ts';
import type { Previewed } from '../../contract/desk-api/action-outcome.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { OperationItem } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';

type Operating =
  'dismiss' | 'seen' | 'dismissNotice' | 'saveLook' | 'listMoments' | 'compareLook' | 'deleteLook' | 'setGuardTime';

interface OperatingRooms extends Ground {
  looks: Looks;
  guard: TakeGuard;
}

/** The calls that a screen makes as a hand of its own. `trigger`: the screen. */
export function pressingCalls(runs: ActionRuns, trigger: Trigger): Pick<Calls<typeof deskApi>, 'do' | 'preview'> {
  return {
    do: ({ action, expects, wait }, { age } = justNow) => {
      const sent = carryOut(runs, { action, expects }, { trigger, age });
      // The refusal of a fail-over is known only at its end.
      if (wait || action.do === 'failOver' || action.do === 'failBack') return outcomeOf(sent);
      throwUnsent(sent);
      return null;
    },
    preview: ({ action }) => previewOf(runs, action, handOf(trigger)),
  };
}

export function operatingCalls(rooms: OperatingRooms): Pick<Calls<typeof deskApi>, Operating> {
  const { apps, facts, looks, guard, screens, notices, settings } = rooms;
  const on = (address: string, change: (ref: SubRef) => void): void => {
    const ref = apps.at(address);
    change(ref);
    facts.shown.tell(ref.app, [ref.id]);
  };
  const changing = (change: () => void): void => {
    change();
    screens.changed();
  };
  return {
    dismiss: ({ address }) => on(address, ({ app, id }) => app.state.dismiss(id)),
    seen: ({ address }) => on(address, ({ app, id }) => app.state.history.elsewhere.delete(id)),
    dismissNotice: ({ id }) => notices.dismiss(id),
    saveLook: ({ name, ids }) => changing(() => looks.save(name, ids)),
    listMoments: () => looks.moments,
    compareLook: ({ name }) => looks.compare(name),
    deleteLook: ({ name }) => changing(() => looks.delete(name)),
    setGuardTime: ({ milliseconds }) =>
      changing(() => {
        guard.time = milliseconds;
        settings.save('guardTime', milliseconds);
      }),
  };
}

/** Sends nothing. Throws as the action does if impossible. */
function previewOf(runs: ActionRuns, action: Action, hand: string): Previewed {
  const items = new Map<OpenApp, OperationItem[]>();
  const requests = runOf(runs, action).requests(action, hand);
  for (const [app, request] of requests.flatMap((each) => [...each])) {
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
