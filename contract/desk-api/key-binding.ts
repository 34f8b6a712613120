import { z } from 'zod';
import { AnimationAction, AnimationState } from '../model/animation-state.ts';

const modifiers = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const;

/**
 * A key with its modifiers as one word: the modifiers in the order Ctrl, Alt, Shift, Meta, then the physical key as in
 * `KeyboardEvent.code`. `Digit1`, `Shift+F5`, `Ctrl+Alt+KeyT`.
 */
const KeyName = z.string().regex(/^(Ctrl\+)?(Alt\+)?(Shift\+)?(Meta\+)?[A-Z][A-Za-z0-9]*$/, {
  error: 'expected a key such as F2, Digit1 or Ctrl+Shift+KeyT',
});

/** What a key does. It refers to sub-compositions by address and to fields by id, because names are not unique. */
export const KeyAction = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('take'),
    subComposition: z.string(),
    to: AnimationState,
    action: AnimationAction.default('play'),
  }),
  z.object({ do: z.literal('fire'), subComposition: z.string(), field: z.string() }),
  z.object({ do: z.literal('takeCued') }),
  z.object({ do: z.literal('recallLook'), look: z.string() }),
  z.object({ do: z.literal('undo'), what: z.enum(['values', 'take']) }),
  /** Without an app, in all of them. */
  z.object({ do: z.literal('panic'), app: z.string().optional() }),
  z.object({ do: z.literal('failOver'), app: z.string() }),
  z.object({ do: z.literal('failBack'), app: z.string() }),
]);
export type KeyAction = z.infer<typeof KeyAction>;

/**
 * How a key is protected from accidents: it must be held for a number of milliseconds, or pressed once to arm it and
 * once more to fire.
 */
const KeyGuard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hold'), milliseconds: z.int().min(100).max(10_000).default(600) }),
  z.object({ kind: z.literal('arm') }),
]);
type KeyGuard = z.infer<typeof KeyGuard>;

export const KeyBinding = z.object({ key: KeyName, action: KeyAction, guard: KeyGuard.optional() });
export type KeyBinding = z.infer<typeof KeyBinding>;

/** The {@link KeyName} of a keyboard event. */
export function keyName(event: {
  code: string;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  metaKey: boolean;
}): string {
  const held = [event.ctrlKey, event.altKey, event.shiftKey, event.metaKey];
  return [...modifiers.filter((_, at) => held[at]), event.code].join('+');
}

/**
 * Whether a key types nothing wherever the focus is: Escape, function keys, Pause and Scroll Lock. A panic on such a key
 * works in a text field, in a dialog and in the workshop too, even if the key has another use there.
 */
export function typesNothing({ code, isComposing }: { code: string; isComposing: boolean }): boolean {
  return !isComposing && /^(Escape|F\d{1,2}|Pause|ScrollLock)$/.test(code);
}
