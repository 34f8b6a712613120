import type { ActionOf } from '../../contract/actions/actions.ts';
import type { SubRef } from '../app/open-apps.ts';
import type { Cause } from '../app/presses.ts';
import type { Actions } from './actions.ts';
import { type ActionRun, type ActionRuns, noRequests } from './carry-out.ts';
import type { Ground } from '../ground.ts';
import type { Looks } from './looks.ts';
import type { Sent } from './sent.ts';

type OperatingAction =
  ('take' | 'toggle' | 'takeCued' | 'sendAgain' | 'fire' | 'time' | 'recallLook' | 'undo' | 'panic') | Preparing;
type Preparing = 'cue' | 'update' | 'discard' | 'set' | 'step' | 'cycle' | 'switch';

const inByPlaying = { to: 'In', action: 'play' } as const;

/** The actions on sub-compositions, fields and looks, and panic. */
export function operatingRuns(ground: Ground, actions: Actions, looks: Looks): Pick<ActionRuns, OperatingAction> {
  const { apps } = ground;
  const command: ActionRun<ActionOf<'fire' | 'time'>> = {
    run: (action, cause) => actions.command(action, cause),
    requests: (action) => [actions.commandRequests(action)],
  };
  return {
    take: {
      run: ({ subComposition, to, action }, cause, expects) =>
        actions.take([subComposition], { to, action, expects }, cause),
      requests: (action, hand) => [actions.takeRequests([action.subComposition], action, hand)],
    },
    toggle: {
      run: ({ subComposition, action }, cause, expects) => actions.toggle(subComposition, { action, expects }, cause),
      requests: ({ subComposition, action }, hand) => [
        actions.takeRequests([subComposition], { to: actions.toggled(subComposition), action }, hand),
      ],
    },
    takeCued: {
      run: (_action, cause) => actions.take(apps.cued, inByPlaying, cause),
      requests: (_action, hand) => [actions.takeRequests(apps.cued, inByPlaying, hand)],
    },
    sendAgain: {
      run: ({ subComposition }, cause) => actions.sendAgain(subComposition, cause),
      requests: ({ subComposition }) => [actions.againRequests(subComposition)],
    },
    recallLook: {
      run: ({ look }, cause) => looks.recall(look, cause),
      requests: ({ look }) => [looks.recallRequests(look).requests],
    },
    undo: {
      run: ({ what, press }, cause) => actions.undo(what, cause, press),
      requests: ({ what }, hand) => [actions.undoRequests(what, hand)],
    },
    panic: {
      run: ({ app }, cause) => actions.panic(app, cause),
      requests: ({ app }) => [actions.panicRequests(app)],
    },
    fire: command,
    time: command,
    ...preparingRuns(ground, actions),
  };
}

function preparingRuns({ apps, facts, presses }: Ground, actions: Actions): Pick<ActionRuns, Preparing> {
  const preparing =
    <One extends ActionOf<Preparing>>(run: (action: One, cause: Cause, ref: SubRef) => Sent[]) =>
    (action: One, cause: Cause): Sent[] => {
      const ref = apps.at(action.subComposition);
      const sent = run(action, cause, ref);
      if ('field' in action) facts.typed.tell(action.subComposition, action.field);
      facts.shown.tell(ref.app, [ref.id]);
      return sent;
    };
  const change: ActionRun<ActionOf<'set' | 'step' | 'cycle' | 'switch'>> = {
    run: preparing((action, cause) => actions.change(action, cause)),
    requests: (action, hand) => [actions.changeRequests(action, hand)],
  };
  return {
    cue: {
      run: preparing(({ cued }, cause, { app, id }) => {
        actions.inTime(cause);
        app.state.cue(id, cued);
        return [];
      }),
      requests: noRequests,
    },
    discard: {
      run: preparing((_action, cause, { app, id }) => {
        actions.inTime(cause);
        app.state.discard(id, presses.owner(cause.trigger));
        return [];
      }),
      requests: noRequests,
    },
    update: {
      run: preparing(({ subComposition }, cause) => actions.update(subComposition, cause)),
      requests: ({ subComposition }, hand) => [actions.updateRequests(subComposition, hand)],
    },
    set: change,
    step: change,
    cycle: change,
    switch: change,
  };
}
