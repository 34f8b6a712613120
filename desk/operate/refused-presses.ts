import { type Action, actionCaption } from '../../contract/actions/actions.ts';
import { isPressRefusal, OverlayError } from '../../contract/errors.ts';
import type { Press } from '../app/operation.ts';
import type { Cause } from '../app/presses.ts';
import type { Ground } from '../ground.ts';
import { type ActionRun, type ActionRuns, runOf } from './carry-out.ts';

type Logging = Pick<Ground, 'apps' | 'presses' | 'recording'>;

/**
 * Every refused press has a line: what refused it before it named a request, such as a Go, gets its line here. So does a
 * key, or a program, that names what the show does not have, or finds nothing to undo.
 */
export function loggingRefusals(ground: Logging, runs: ActionRuns): ActionRuns {
  const run: ActionRun<Action>['run'] = (action, cause, expects) => {
    try {
      return runOf(runs, action).run(action, cause, expects);
    } catch (thrown) {
      const isRefusal = thrown instanceof OverlayError && (isPressRefusal(thrown.code) || isOfKeys(thrown, cause));
      if (isRefusal && !ground.recording.has(thrown))
        logRefused(ground, action, [ground.presses.uncounted(cause), thrown]);
      throw thrown;
    }
  };
  const logged = Object.entries(runs).map(([name, one]) => [name, { ...one, run }]);
  return Object.fromEntries(logged) as ActionRuns;
}

/** A screen offers only what there is, and shows its own mistakes. */
function isOfKeys({ code }: OverlayError, { trigger }: Cause): boolean {
  return (code === 'call-invalid' || code === 'undo-impossible') && trigger.kind !== 'screen';
}

export function logRefused({ apps, recording }: Logging, action: Action, [press, error]: [Press, OverlayError]): void {
  const address = 'subComposition' in action ? action.subComposition : undefined;
  const item = address === undefined ? undefined : apps.sub(address)?.item;
  const name = address === undefined ? undefined : apps.graphicName(address);
  const targets = address !== undefined && item ? [{ address, id: item.id, name: name ?? item.name }] : [];
  recording.ofDesk({ kind: 'command', action: actionCaption(action, item), targets }, press, error);
}
