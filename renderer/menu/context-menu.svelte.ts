import type { CueView } from '../../contract/desk-api/cue.ts';
import type { Tally } from '../../contract/model/tally.ts';
import type { ShownCommand } from '../take/command.ts';

export interface MenuCommand extends ShownCommand {
  /** For a command that switches: whether it is on. */
  checked?: boolean;
  /** A second press belongs to it, so the menu stays open. */
  stays?: boolean | undefined;
}

/** What a menu offers, as it is now. */
export interface RowMenu {
  /** Of the row. */
  name: string;
  /** The state of a graphic, or of one cue. */
  tally?: Tally | undefined;
  cue?: CueView | undefined;
  /** Why something is not offered. */
  note?: string | undefined;
  /** By kind, with a line between them. */
  groups: readonly (readonly MenuCommand[])[];
}

/** In the window (px). */
export interface Point {
  x: number;
  y: number;
}

interface OpenMenu {
  at: Point;
  /** Undefined once the row is gone. */
  read: () => RowMenu | undefined;
  /** Gives the focus back to the list of the row. */
  back: () => void;
  onclose?: () => void;
}

/** The one menu of a row that is open, if any. */
export class ContextMenu {
  #shown = $state.raw<OpenMenu>();

  get shown(): OpenMenu | undefined {
    return this.#shown;
  }

  open(menu: OpenMenu): void {
    this.close();
    if (menu.read()) this.#shown = menu;
  }

  close(): void {
    this.leave()?.back();
  }

  /** Closes, and leaves the focus where it is. */
  leave(): OpenMenu | undefined {
    const was = this.#shown;
    this.#shown = undefined;
    was?.onclose?.();
    return was;
  }
}
