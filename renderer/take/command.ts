import type { WrittenAction } from '../../contract/actions/actions.ts';
import type { ShapeName } from '../shapes.ts';

/** What a button or an item of a menu does. */
export interface ShownCommand {
  caption: string;
  /** The accessible name: the command and its target. It begins with the caption. */
  name: string;
  /** Small words beside the caption: the command's present effect. */
  detail?: string | undefined;
  key?: string | undefined;
  /** What presses it from a field or from a list, if anything does. */
  chord?: string | undefined;
  /** Why the command is idle; undefined if it is not. An idle command keeps the focus. */
  idle?: string | undefined;
  kind?: 'main' | 'plain' | 'edited' | 'cued';
  icon?: ShapeName | undefined;
  previews?: WrittenAction | undefined;
  /** Makes the press from what is shown at pointer-down. The returned function runs at pointer-up. */
  press: () => () => void;
}
