import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Field } from '../../contract/model/field.ts';
import { CueValue } from '../../renderer/cues/cue-value.svelte.ts';
import { modelItem } from '../kit/desk/scripted-ports.ts';

afterEach(() => void vi.useRealTimers());

const field: Field = {
  id: 'line1',
  title: 'Line 1',
  type: 'text',
  index: 0,
  immediateUpdate: false,
  defaultValue: '',
  resetValue: '',
};

/** A value that a cue sends, and what the cue stored of it. */
function opened() {
  vi.useFakeTimers();
  const stored: unknown[] = [];
  const lock = { locked: false };
  const edit = new CueValue(() => ({
    node: modelItem({ id: 'third' }),
    field,
    value: (stored.at(-1) ?? 'Chief') as string,
    get locked() {
      return lock.locked;
    },
    store: (value) => void stored.push(value),
  }));
  return { edit, stored, lock };
}

describe('the value of a cue', () => {
  it('is stored once its text is committed, never in the middle of a word, and says so until then', async () => {
    const { edit, stored } = opened();
    edit.typing(true);
    for (const text of ['Chief P', 'Chief Political']) {
      edit.offer(text);
      vi.advanceTimersByTime(60_000);
    }
    expect([stored, edit.isWaiting]).toEqual([[], true]);
    edit.typing(false);
    await Promise.resolve();
    expect([stored, edit.isWaiting]).toEqual([['Chief Political'], false]);
  });

  it('is stored by a key that may fire the cue, while the cursor stays', () => {
    const { edit, stored } = opened();
    edit.typing(true);
    edit.offer('Chief Political');
    edit.store();
    expect([stored, edit.isWaiting]).toEqual([['Chief Political'], false]);
  });

  it('waits where another screen locks the show, and is stored when it is left after that', async () => {
    const { edit, stored, lock } = opened();
    edit.typing(true);
    edit.offer('Chief Political');
    lock.locked = true;
    edit.typing(false);
    await Promise.resolve();
    expect([stored, edit.text, edit.isWaiting]).toEqual([[], 'Chief Political', true]);
    lock.locked = false;
    expect(edit.isWaiting).toBe(true);
    edit.typing(true);
    edit.typing(false);
    await Promise.resolve();
    expect([stored, edit.isWaiting]).toEqual([['Chief Political'], false]);
  });

  it('that is chosen is stored by itself', () => {
    const { edit, stored } = opened();
    edit.offer('Editor');
    vi.advanceTimersByTime(400);
    expect(stored).toEqual(['Editor']);
  });
});
