import { keyName } from '../../contract/desk-api/key-binding.ts';
import type { CueList } from './cue-list.svelte.ts';
import type { ListEdits } from './list-edits.ts';

interface ListKeysPorts {
  list: CueList;
  edits: ListEdits;
  locked: boolean;
  isMapped(key: string): boolean;
  remove(): void;
  reveal(row: string | undefined): void;
  added(cues: readonly string[] | undefined): void;
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
export function pressInList(event: KeyboardEvent, ports: ListKeysPorts): boolean {
  const { list, isMapped } = ports;
  const withMod = event.ctrlKey || event.metaKey;
  if (/^\d$/.test(event.key) && !withMod && !event.altKey) {
    list.typeNumber(event.key);
    return true;
  }
  if (isMapped(keyName(event))) return false;
  const by = moves[event.key];
  if (by !== undefined) return moved(event, by, ports);
  if (event.altKey) return false;
  return withMod ? edited(event, ports) : pressedAlone(event, ports);
}

/** Alt moves without choosing, Ctrl moves the chosen cues. */
function moved(event: KeyboardEvent, by: number, { list, edits, locked, reveal }: ListKeysPorts): boolean {
  if (event.metaKey) return false;
  if (event.ctrlKey && Math.abs(by) === 1 && (list.chosen.length > 0 || list.group)) {
    if (!locked) edits.shift(by < 0 ? -1 : 1);
  } else reveal(list.move(by, event.altKey ? 'look' : event.shiftKey ? 'range' : 'alone'));
  return true;
}

function edited(event: KeyboardEvent, { list, edits, locked, added }: ListKeysPorts): boolean {
  const edit: Readonly<Record<string, () => void>> = {
    KeyD: () => void edits.duplicate().then(added),
    KeyZ: () => edits.undo(event.shiftKey),
    KeyY: () => edits.undo(true),
  };
  // By the written letter, so that shortcuts work on any keyboard layout.
  const name = `Key${event.key.toUpperCase()}`;
  if (name === 'KeyA' && !event.shiftKey) list.chooseAll();
  else if (!edit[name] || (event.shiftKey && name !== 'KeyZ')) return false;
  else if (!locked) edit[name]();
  return true;
}

function pressedAlone(event: KeyboardEvent, { list, locked, remove, reveal }: ListKeysPorts): boolean {
  const { cursor } = list;
  const group = list.group ?? (event.key === 'ArrowLeft' ? list.groupOf(cursor) : undefined);
  if (event.key === 'Delete') {
    if (!locked) remove();
  } else if (event.key === 'Enter') list.onEdit();
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
