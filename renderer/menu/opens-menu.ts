import type { Attachment } from 'svelte/attachments';
import { keyName } from '../../contract/desk-api/key-binding.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { Point } from './context-menu.svelte.ts';

interface MenuRows {
  /** The row at the cursor of the keyboard. */
  current: () => HTMLElement | null | undefined;
  /** Chooses the row, and opens its menu. */
  open: (row: HTMLElement, at: Point) => void;
}

/** Milliseconds until a finger that stays opens the menu, where the browser does not say so itself, such as on an iPad. */
const longPress = 700;
/** A finger that moves this far (px) scrolls. */
const slop = 10;

/** For a list of rows with menus: a right click, the menu key, Shift+F10 or a finger that stays opens the menu of a row. */
export function opensMenu(desk: Pick<DeskClient, 'isMapped'>, { current, open }: MenuRows): Attachment<HTMLElement> {
  return (list) => {
    let finger: (Point & { timer: ReturnType<typeof setTimeout>; isOpen?: true }) | undefined;
    const lift = (): void => clearTimeout(finger?.timer);
    const show = (row: HTMLElement, at: Point): void => {
      if (finger) finger.isOpen = true;
      open(row, at);
    };
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      run: (event: HTMLElementEventMap[Type]) => void,
    ): void => list.addEventListener(type, run);

    on('contextmenu', (event) => {
      lift();
      const row = rowOf(event);
      if (!row) return;
      event.preventDefault();
      show(row, { x: event.clientX, y: event.clientY });
    });
    on('keydown', (event) => {
      const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
      const row = isMenu && !desk.isMapped(keyName(event)) ? current() : undefined;
      if (!row) return;
      event.preventDefault();
      const { left, bottom } = row.getBoundingClientRect();
      open(row, { x: left + 40, y: bottom });
    });
    on('pointerdown', (event) => {
      lift();
      finger = undefined;
      const row = rowOf(event);
      if (event.pointerType !== 'touch' || !row) return;
      const at = { x: event.clientX, y: event.clientY };
      finger = { ...at, timer: setTimeout(() => show(row, at), longPress) };
    });
    on('pointermove', ({ clientX, clientY }) => {
      if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) > slop) lift();
    });
    on('pointerup', lift);
    on('pointercancel', lift);
    on('touchend', (event) => {
      // The click that would follow is for what lies under the finger by now.
      if (finger?.isOpen) event.preventDefault();
      finger = undefined;
    });
    return lift;
  };
}

const rowOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=option], [role=treeitem]') : null;
