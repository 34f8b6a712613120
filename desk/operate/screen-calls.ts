import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import { type Calls, justNow } from '../../contract/link/link.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import { onScreen } from '../app/presses.ts';
import type { Actions } from './actions.ts';
import { type ActionRuns, carryOut } from './carry-out.ts';
import type { Looks } from './looks.ts';
import { previewOf } from './preview.ts';
import { outcomeOf, throwUnsent } from './sent.ts';
import type { TakeGuard } from './take-guard.ts';
import type { Notices } from '../screens/notices.ts';
import type { Screens } from '../screens/screens.ts';
import type { Settings } from '../screens/settings.ts';

export interface OperatePorts {
  apps: OpenApps;
  actions: Actions;
  looks: Looks;
  /** A function, because the rooms of some actions open later. */
  runs(): ActionRuns;
  prepared(ref: SubRef): void;
  guard: TakeGuard;
  notices: Notices;
  screens: Screens;
  settings: Settings;
}

type Operating =
  'do' | 'preview' | 'dismiss' | 'seen' | 'dismissNotice' | 'saveLook' | 'compareLook' | 'deleteLook' | 'setGuardTime';

export function operatingCalls(ports: OperatePorts): Pick<Calls<typeof deskApi>, Operating> {
  const { looks, screens } = ports;
  const on = (address: string, change: (ref: SubRef) => void): void => {
    const ref = ports.apps.at(address);
    change(ref);
    ports.prepared(ref);
  };
  const changing = (change: () => void): void => {
    change();
    screens.changed();
  };
  return {
    do: ({ action, expects, wait }, { age } = justNow) => {
      const sent = carryOut(ports.runs(), { action, expects }, { trigger: onScreen, age });
      // The refusal of a fail-over is known only at its end.
      if (wait || action.do === 'failOver' || action.do === 'failBack') return outcomeOf(sent);
      throwUnsent(sent);
      return null;
    },
    preview: ({ action }) => previewOf(ports.runs(), action),
    dismiss: ({ address }) => on(address, ({ app, id }) => app.state.dismiss(id)),
    seen: ({ address }) => on(address, ({ app, id }) => app.state.seen(id)),
    dismissNotice: ({ id }) => changing(() => ports.notices.dismiss(id)),
    saveLook: ({ name, ids }) => changing(() => looks.save(name, ids)),
    compareLook: ({ name }) => looks.compare(name),
    deleteLook: ({ name }) => changing(() => looks.delete(name)),
    setGuardTime: ({ milliseconds }) =>
      changing(() => {
        ports.guard.time = milliseconds;
        ports.settings.save('guardTime', milliseconds);
      }),
  };
}
