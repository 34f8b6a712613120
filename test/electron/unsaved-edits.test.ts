import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, it } from 'vitest';
import { askBeforeLosing } from '../../electron/unsaved-edits.ts';

/** Whether a window closes that holds unsaved edits, where the operator answers so. */
function closes(lose: boolean): boolean {
  const contents = new EventEmitter();
  askBeforeLosing(contents as unknown as WebContents, () => lose);
  let closed = false;
  contents.emit('will-prevent-unload', { preventDefault: () => (closed = true) });
  return closed;
}

it('a window with unsaved edits closes only where they may be lost', () => {
  expect([closes(true), closes(false)]).toEqual([true, false]);
});
