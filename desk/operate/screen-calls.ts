import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import { type Calls, justNow } from '../../contract/link/link.ts';
import type { SubRef } from '../app/open-apps.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { handOf } from '../app/presses.ts';
import { type ActionRuns, carryOut } from './carry-out.ts';
import { previewOf } from './preview.ts';
import { chooseLanguage } from '../screens/language.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Looks } from './looks.ts';
import { outcomeOf, throwUnsent } from './sent.ts';
import type { TakeGuard } from './take-guard.ts';
import type { Ground } from '../ground.ts';

type Operating =
  | 'dismiss'
  | 'seen'
  | 'dismissNotice'
  | 'saveLook'
  | 'listMoments'
  | 'compareLook'
  | 'deleteLook'
  | 'setGuardTime'
  | 'setLanguage';

interface OperatingRooms extends Ground {
  looks: Looks;
  guard: TakeGuard;
}

/** The calls that a screen makes as a hand of its own. `trigger`: the screen. */
export function pressingCalls(
  { runs, clock }: { runs: ActionRuns; clock: Pick<Clock, 'now'> },
  trigger: Trigger,
): Pick<Calls<typeof deskApi>, 'do' | 'preview'> {
  return {
    do: ({ action, expects, wait }, { age } = justNow) => {
      const sent = carryOut(runs, { action, expects }, { trigger, age });
      // The refusal of a fail-over is known only at its end.
      if (wait || action.do === 'failOver' || action.do === 'failBack') return outcomeOf(sent);
      throwUnsent(sent);
      return null;
    },
    preview: ({ action }) => previewOf(runs, action, { hand: handOf(trigger), now: clock.now() }),
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
    setLanguage: ({ language }) => chooseLanguage(rooms, language),
  };
}
