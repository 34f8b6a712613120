import { actionCaption } from '../../contract/actions/actions.ts';
import type { ControllerBinding } from '../../contract/desk-api/controller.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { texts } from '../texts/texts.ts';

const words = texts.keys;

/** How many controls of a device are named. */
const named = 3;

/** What the first controls of a device do, to know it by: `note 1/36 In Title, note 1/37 Go, and 14 more`. */
export function mappingWords(
  bindings: readonly ControllerBinding[],
  nodeOf: (id: string) => ModelItem | undefined,
): string {
  if (bindings.length === 0) return words.nothingMapped;
  const first = bindings.slice(0, named).map(({ control, action }) => {
    const node = 'subComposition' in action ? nodeOf(action.subComposition) : undefined;
    return [control, actionCaption(action, node), node?.name].filter(Boolean).join(' ');
  });
  const more = bindings.length - first.length;
  return [...first, ...(more > 0 ? [texts.common.andMore(more)] : [])].join(', ');
}
