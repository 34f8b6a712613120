import type { WrittenAction } from '../../contract/actions/actions.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { DeskClient } from '../state/desk.svelte.ts';

/** Typed in a field of a graphic, unless it is mapped. */
export const sendChord = 'Ctrl+Enter';

export function isSendChord(event: KeyboardEvent, desk: Pick<DeskClient, 'isMapped'>): boolean {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  return key === 'Enter' && ctrlKey && !altKey && !metaKey && !shiftKey && !desk.isMapped(sendChord);
}

/** The state of a graphic that a press on this screen is meant for; undefined if unknown. */
export function shownState(desk: DeskClient, { id, state }: ModelItem): StoredState | undefined {
  const view = desk.sub(id);
  return desk.trusts(id) && view && state !== undefined ? (view.requested ?? view.state) : undefined;
}

/** What the chord does: a take In while the graphic is Out, else an update. Undefined while the chord is mapped. */
export function chordDoes(desk: DeskClient, node: ModelItem | undefined): 'take' | 'update' | undefined {
  if (!node || desk.isMapped(sendChord)) return undefined;
  const state = shownState(desk, node);
  return state === undefined || state === 'In' ? 'update' : 'take';
}

export function chordAction({ id }: ModelItem, does: 'take' | 'update'): WrittenAction {
  return does === 'update'
    ? { do: 'update', subComposition: id }
    : { do: 'take', subComposition: id, to: 'In', action: 'play' };
}
