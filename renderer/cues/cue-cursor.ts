import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { ownOf } from '../../contract/own.ts';
import { takesText } from '../keys/key-press.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { CueList } from './cue-list.svelte.ts';
import { otherHands } from '../tally/marks.ts';

/** A field of a cue. Its name is the same on all screens. */
export interface CueField {
  cue: string;
  field: string;
}

export function fieldIn({ cue, field }: CueField, name: string): CueField {
  return { cue, field: `${field}/${name}` };
}

/** The name of another screen with its cursor in this field. */
export function otherEditor(desk: DeskClient, place: CueField | undefined): string | undefined {
  const editors = ownOf(desk.cueEditors, place?.cue ?? '');
  return editors?.find(({ field, hand }) => field === place?.field && hand !== desk.screen)?.hand;
}

/** The names of other screens with their cursor in a field of this cue; empty for none. */
export function cueTypists(desk: DeskClient, cue: string): string {
  return otherHands(ownOf(desk.cueEditors, cue) ?? [], desk.screen);
}

/** `place`: where a text is typed that is not stored yet. Returns how to end it. */
export function typesIn({ typed }: Pick<CueList, 'typed'>, place: CueField | undefined): (() => void) | undefined {
  if (!place) return undefined;
  const one = { cue: place.cue };
  untrack(() => typed.add(one));
  return () => void typed.delete(one);
}

/** Announces the cursor of this screen while it is in a text of this part, also to a desk that comes back. */
export function announces(desk: DeskClient, place: CueField | undefined): Attachment<HTMLElement> {
  return (part) => {
    // A field that is disabled loses the focus without an event.
    if (!place || desk.link !== 'open' || desk.lock.locked) return undefined;
    let isHere = false;
    const say = (now: boolean): void => {
      if (now === isHere) return;
      isHere = now;
      // Without a link, the desk has forgotten the cursor already.
      void desk.call('typing', { ...place, now }).catch(() => undefined);
    };
    const enter = ({ target }: { target: EventTarget | null }): void =>
      say(target instanceof Element && part.contains(target) && takesText(target));
    const leave = (): void => say(false);
    enter({ target: document.activeElement });
    part.addEventListener('focusin', enter);
    part.addEventListener('focusout', leave);
    return () => {
      part.removeEventListener('focusin', enter);
      part.removeEventListener('focusout', leave);
      leave();
    };
  };
}
