import { keyName } from '../../contract/desk-api/key-binding.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { ListEdits } from './list-edits.ts';

interface ListPane {
  /** Says that the show is locked. */
  refuse(): void;
  remove(): void;
  reveal(row: string | undefined): void;
  choose(cues: readonly string[] | undefined): Promise<void>;
}

/** Escape in the cue editor reverts its field and returns to the list, where the keys work again. */
export function isEscape(event: KeyboardEvent, desk: DeskClient): boolean {
  return event.key === 'Escape' && !event.isComposing && !desk.isMapped(keyName(event));
}

const moves: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -1e6,
  End: 1e6,
};

/**
 * Handles a key while the list of cues has the focus. Returns whether the key was used. Mapped keys keep their mapping,
 * except digits: a digit typed here begins a cue number.
 */
export function pressInList(event: KeyboardEvent, edits: ListEdits, pane: ListPane): boolean {
  const { desk, list } = edits;
  const withMod = event.ctrlKey || event.metaKey;
  if (/^\d$/.test(event.key) && !withMod && !event.altKey) {
    list.typeNumber(event.key);
    return true;
  }
  if (desk.isMapped(keyName(event))) return false;
  const by = moves[event.key];
  if (by !== undefined) {
    if (event.metaKey) return false;
    const shifts = event.ctrlKey && Math.abs(by) === 1 && (list.chosen.length > 0 || list.group);
    // Ctrl moves the chosen cues, Alt moves without choosing.
    if (!shifts) pane.reveal(list.move(by, event.altKey ? 'look' : event.shiftKey ? 'range' : 'alone'));
    else if (desk.lock.locked) pane.refuse();
    else edits.shift(by < 0 ? -1 : 1);
    return true;
  }
  if (event.altKey) return false;
  return withMod ? edited(event, edits, pane) : pressedAlone(event, edits, pane);
}

function edited(event: KeyboardEvent, edits: ListEdits, { choose, refuse }: ListPane): boolean {
  const edit: Readonly<Record<string, () => void>> = {
    KeyD: () => void edits.duplicate().then(choose),
    KeyZ: () => edits.undo(event.shiftKey),
    KeyY: () => edits.undo(true),
  };
  // By the written letter, so that shortcuts work on any keyboard layout.
  const name = `Key${event.key.toUpperCase()}`;
  if (name === 'KeyA' && !event.shiftKey) edits.list.chooseAll();
  else if (!edit[name] || (event.shiftKey && name !== 'KeyZ')) return false;
  else if (edits.desk.lock.locked) refuse();
  else edit[name]();
  return true;
}

function pressedAlone(event: KeyboardEvent, { desk, list }: ListEdits, { remove, reveal, refuse }: ListPane): boolean {
  const { cursor } = list;
  const group = list.group ?? (event.key === 'ArrowLeft' ? list.groupOf(cursor) : undefined);
  if (['Delete', 'Enter'].includes(event.key) && desk.lock.locked) refuse();
  else if (event.key === 'Delete') remove();
  else if (event.key === 'Enter') list.onEdit();
  else if (event.key === ' ' && list.groupOf(cursor)) list.choose(cursor ?? '', 'one');
  else if (event.key === ' ' && list.group) list.fold(list.group.id, !list.isFolded(list.group.id));
  else if (event.key === 'ArrowRight' && list.group) list.fold(list.group.id, false);
  else if (event.key === 'ArrowLeft' && list.group) list.fold(list.group.id, true);
  else if (event.key === 'ArrowLeft' && group && group.name !== '') {
    list.chooseGroup(group.id);
    reveal(group.id);
  } else return false;
  return true;
}
