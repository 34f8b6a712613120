import type { Action } from '../../contract/desk-api/action.ts';
import type { ControllersView, TestedControl } from '../../contract/desk-api/controller.ts';
import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { stepped } from '../../contract/model/canonical-value.ts';
import type { ModelItem } from '../../contract/model/control.ts';

/** What a test says of the control that was used last, in front of what it is mapped to. */
export function testedWords(
  { device, control, bindings, fires }: TestedControl,
  waiting: ControllersView['waiting'],
): string {
  const [first] = bindings;
  if (!first) return 'is not mapped here';
  const fader = waiting.find((one) => one.device === device && one.control === control);
  if (fader) return `stands at ${fader.stands}, and would change nothing until it passes ${fader.value}:`;
  if (fires) return 'would do this now:';
  if (first.guard) {
    const { guard } = first;
    return guard.kind === 'hold'
      ? `would have to be held for ${guard.milliseconds / 1000} s:`
      : 'would have to be pressed twice:';
  }
  return 'would do nothing yet:';
}

/** To which number an action sets a field, or steps it from what operators see; empty for other actions. */
export function numberWords(
  action: Action,
  { node, view }: { node: ModelItem | undefined; view: SubCompositionView | undefined },
): string {
  if (action.do === 'set') return typeof action.value === 'number' ? `to ${action.value}` : '';
  if (action.do !== 'step') return '';
  const by = `${action.by > 0 ? '+' : ''}${action.by}`;
  const field = node?.model.find(({ id }) => id === action.field);
  if (!field) return by;
  return `${by}, to ${stepped(field, view?.staged[field.id] ?? view?.values[field.id] ?? field.defaultValue, action.by)}`;
}
