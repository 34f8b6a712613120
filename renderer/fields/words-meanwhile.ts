import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { isSentAtOnce, isSettable, type Payload } from '../../contract/model/field.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { ownOf } from '../../contract/own.ts';
import { sameValue } from './shown-value.ts';

interface TypedOver {
  /** The values when the hand began to type. */
  began: Payload;
  view: SubCompositionView | undefined;
  screen: string;
  /** The data that it follows, which changes words by itself; undefined for none. */
  source: string | undefined;
}

/** Whether another hand, or a cue, has put other words in the graphic since: the typed words are for those of before. */
export function hasOtherWords({ model }: ModelItem, { began, view, screen, source }: TypedOver): boolean {
  return model.some((field) => {
    if (!isSettable(field) || isSentAtOnce(field)) return false;
    const { id } = field;
    const by = ownOf(view?.setBy, id);
    return (
      by !== screen && (by === undefined || by !== source) && !sameValue(ownOf(began, id), ownOf(view?.values, id))
    );
  });
}
