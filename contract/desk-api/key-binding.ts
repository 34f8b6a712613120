import { z } from 'zod';
import { Action } from './action.ts';

const modifiers = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const;

/**
 * A key with its modifiers as one word: the modifiers in the order Ctrl, Alt, Shift, Meta, then the physical key as in
 * `KeyboardEvent.code`. `Digit1`, `Shift+F5`, `Ctrl+Alt+KeyT`.
 */
const KeyName = z.string().regex(/^(Ctrl\+)?(Alt\+)?(Shift\+)?(Meta\+)?[A-Z][A-Za-z0-9]*$/, {
  error: 'expected a key such as F2, Digit1 or Ctrl+Shift+KeyT',
});

/**
 * How a key is protected from accidents: it must be held for a number of milliseconds, or pressed once to arm it and
 * once more to fire.
 */
export const KeyGuard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hold'), milliseconds: z.int().min(100).max(10_000).default(600) }),
  z.object({ kind: z.literal('arm') }),
]);
type KeyGuard = z.infer<typeof KeyGuard>;

/** An action of a key. The press that an undo undoes is another one each time, so a key cannot name it. */
export const KeyAction = Action.refine((action) => action.do !== 'undo' || action.press === undefined, {
  error: 'a key cannot name the press that it undoes',
  path: ['press'],
});

/**
 * Whether a key may work while another program has the keyboard: it types nothing there. F13 to F24, and keys with Ctrl, Alt or Meta.
 */
export function mayBeGlobal(key: string): boolean {
  return /^(Shift\+)?F(1[3-9]|2[0-4])$|(^|\+)(Ctrl|Alt|Meta)\+/.test(key);
}

/** Whether somebody hears when a key comes up. While Meta (Command) is down, macOS tells of the release of no other key. */
export function tellsRelease(key: string): boolean {
  return !key.split('+').includes('Meta');
}

/** By what kind of press a key or a control does something: as it goes down, held for 0.6 s, pressed twice within 0.3 s, or when it is released. */
export const PressKind = z.enum(['short', 'long', 'double', 'release']);
export type PressKind = z.infer<typeof PressKind>;

/** A kind of press as bindings have it: without one it is a short press. */
export const OtherPress = PressKind.exclude(['short']);
export type OtherPress = z.infer<typeof OtherPress>;

/** What becomes of a key or a control that does something by a kind of press, for people: it does so when it is held. */
export const pressWords: Readonly<Record<OtherPress, string>> = {
  ...{ long: 'held', double: 'pressed twice', release: 'released' },
};

/** A key and a kind of press. Each kind is mapped for itself. */
const PressedKey = z.object({ key: KeyName, press: OtherPress.optional() });
export type PressedKey = z.infer<typeof PressedKey>;

export const KeyBinding = PressedKey.extend({
  action: KeyAction,
  guard: KeyGuard.optional(),
  /** The key works while another program has the keyboard too, where the shell of the desk can hear it. */
  global: z.literal(true).optional(),
}).superRefine(({ key, action, guard, global, press }, { addIssue }) => {
  const refuse = (path: string, message: string): void => addIssue({ code: 'custom', path: [path], message });
  if (press && (guard ?? global)) refuse('press', 'expected no other press of a key with a guard, or of a global key');
  if (press && action.do === 'panic') refuse('press', 'expected a panic as the key goes down, or with a guard');
  if (press && !tellsRelease(key)) refuse('press', 'expected no other press of a key with Meta');
  if (!global) return;
  if (!mayBeGlobal(key)) refuse('key', 'expected F13 to F24, or a key with Ctrl, Alt or Meta, for a global key');
  if (guard?.kind === 'hold') refuse('guard', 'expected no hold, because nobody hears when a global key comes up');
});
export type KeyBinding = z.infer<typeof KeyBinding>;

/** The keys that work while another program has the keyboard. */
export const GlobalKeysView = z.object({
  /** Somebody tries them: until that ends they fire nothing, but for a panic. */
  trying: z.boolean(),
  /** Those that the system gave the desk at least once since it started. */
  heard: z.array(KeyName),
});
export type GlobalKeysView = z.infer<typeof GlobalKeysView>;

/** The calls that map keys. What is held or armed at that moment fires nothing. */
export const keyCalls = {
  /**
   * Maps keys, each in place of what it did before by the same kind of press. Other keys stay as they are. Errors: `call-invalid` for a kind
   * of press that could never be told from what the key does as it goes down.
   */
  mapKeys: { takes: z.object({ keys: z.array(KeyBinding).min(1).max(200) }), gives: z.null() },
  /** The key does nothing from now on by this kind of press. */
  unmapKey: { takes: PressedKey, gives: z.null() },
  /** Begins a trial of the keys that work in every program, for 15 seconds, or ends it. See {@link GlobalKeysView}. */
  tryGlobalKeys: { takes: z.object({ try: z.boolean() }), gives: z.null() },
};

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
