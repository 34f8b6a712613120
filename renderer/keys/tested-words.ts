import type { Action } from '../../contract/actions/actions.ts';
import type { ControllersView, TestedControl } from '../../contract/desk-api/controller.ts';
import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { stepped } from '../../contract/model/canonical-value.ts';
import { isSentAtOnce } from '../../contract/model/field.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { texts } from '../texts/texts.ts';
import { ownOf } from '../../contract/own.ts';

const words = texts.keys;

export function testedWords(
  { device, control, bindings, fires }: TestedControl,
  waiting: ControllersView['waiting'],
): string {
  const [first] = bindings;
  if (!first) return words.testedWords.notMapped;
  const fader = waiting.find((one) => one.device === device && one.control === control);
  if (fader) return words.testedWords.waits(fader.stands, fader.value);
  if (fires) return words.testedWords.fires;
  if (first.guard) {
    const { guard } = first;
    return guard.kind === 'hold' ? words.testedWords.hold(guard.milliseconds / 1000) : words.testedWords.arm;
  }
  return words.testedWords.nothing;
}

/** To which number an action sets a field, or steps it from what operators see; empty for other actions. */
export function numberWords(
  action: Action,
  { node, view }: { node: ModelItem | undefined; view: SubCompositionView | undefined },
): string {
  if (action.do === 'set') return typeof action.value === 'number' ? words.toNumber(action.value) : '';
  if (action.do !== 'step') return '';
  const field = node?.model.find(({ id }) => id === action.field);
  if (!field) return '';
  const staged = isSentAtOnce(field) ? undefined : ownOf(view?.staged, field.id);
  const present = staged ?? ownOf(view?.values, field.id) ?? field.defaultValue;
  return words.toNumber(stepped(field, present, action.by));
}
