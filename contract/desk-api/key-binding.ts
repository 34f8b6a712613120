import { z } from 'zod';
import { edit } from './call.ts';
import { Action } from '../actions/actions.ts';
import { captions } from '../words/words.ts';

const modifiers = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const;

/** Modifiers in the order Ctrl, Alt, Shift, Meta, then `KeyboardEvent.code`: `Digit1`, `Shift+F5`, `Ctrl+Alt+KeyT`. */
const KeyName = z.string().regex(/^(Ctrl\+)?(Alt\+)?(Shift\+)?(Meta\+)?[A-Z][A-Za-z0-9]*$/, {
  error: 'expected a key such as F2, Digit1 or Ctrl+Shift+KeyT',
});

/** Protects a key from accidents: hold it for some milliseconds, or press once to arm and again to fire. */
export const KeyGuard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hold'), milliseconds: z.int().min(100).max(10_000).default(600) }),
  z.object({ kind: z.literal('arm') }),
]);
type KeyGuard = z.infer<typeof KeyGuard>;

/** The press to undo differs each time, so a key cannot name it. */
export const KeyAction = Action.refine((action) => action.do !== 'undo' || action.press === undefined, {
  error: 'a key cannot name the press that it undoes',
  path: ['press'],
});

/** Global keys must not type in other programs: F13 to F24, or keys with Ctrl, Alt or Meta. */
export function mayBeGlobal(key: string): boolean {
  return /^(Shift\+)?F(1[3-9]|2[0-4])$|(^|\+)(Ctrl|Alt|Meta)\+/.test(key);
}

/** While Meta (Command) is down, macOS reports no release of other keys. */
export function tellsRelease(key: string): boolean {
  return !key.split('+').includes('Meta');
}

/** `short` on key-down, `long` after 0.6 s, `double` within 0.3 s. */
export const PressKind = z.enum(['short', 'long', 'double', 'release']);
export type PressKind = z.infer<typeof PressKind>;

export type Kinds<Binding> = Partial<Record<PressKind, Binding>>;

/** In bindings, an absent kind is a short press. */
export const OtherPress = PressKind.exclude(['short']);
export type OtherPress = z.infer<typeof OtherPress>;

export const pressWords: Readonly<Record<OtherPress, string>> = captions.presses;

const PressedKey = z.object({ key: KeyName, press: OtherPress.optional() });
export type PressedKey = z.infer<typeof PressedKey>;

export const KeyBinding = PressedKey.extend({
  action: KeyAction,
  guard: KeyGuard.optional(),
  /** Also works while another program has the keyboard, if the shell can receive it. */
  global: z.literal(true).optional(),
}).superRefine(({ key, action, guard, global, press }, { addIssue }) => {
  const refuse = (path: string, message: string): void => addIssue({ code: 'custom', path: [path], message });
  if (press && (guard ?? global)) refuse('press', 'expected no other press of a key with a guard, or of a global key');
  if (press && action.do === 'panic') refuse('press', 'expected a panic as the key goes down, or with a guard');
  if (press && !tellsRelease(key)) refuse('press', 'expected no other press of a key with Meta');
  if (!global) return;
  if (!mayBeGlobal(key)) refuse('key', 'expected F13 to F24, or a key with Ctrl, Alt or Meta, for a global key');
  if (guard?.kind === 'hold') refuse('guard', 'expected no hold: a global key is not heard when it comes up');
});
export type KeyBinding = z.infer<typeof KeyBinding>;

/** Why a mapped key cannot fire on a screen. */
export const keyBlocks = captions.keyBlocks;
export const KeyBlock = z.enum(Object.keys(keyBlocks) as (keyof typeof keyBlocks)[]);
export type KeyBlock = z.infer<typeof KeyBlock>;

export const GlobalKeysView = z.object({
  /** During a trial, global keys fire nothing except a panic. */
  trying: z.boolean(),
  /** Keys received from the system at least once since the start. */
  heard: z.array(KeyName),
});
export type GlobalKeysView = z.infer<typeof GlobalKeysView>;

/** A held or armed key fires nothing after a mapping call. */
export const keyCalls = {
  /** Replaces bindings of the key and kind of press. Errors: `call-invalid` if the short press hides the kind. */
  mapKeys: edit(z.object({ keys: z.array(KeyBinding).min(1).max(200) })),
  unmapKey: edit(PressedKey),
  /** Starts a 15-second trial of the global keys, or ends it. See {@link GlobalKeysView}. */
  tryGlobalKeys: edit(z.object({ try: z.boolean() })),
};

export function keyName(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>): string {
  const held = [event.ctrlKey, event.altKey, event.shiftKey, event.metaKey];
  return [...modifiers.filter((_, at) => held[at]), event.code].join('+');
}

/** Escape, function keys, Pause, Scroll Lock. A panic on them also works in text fields, dialogs and the workshop. */
export function typesNothing({ code, isComposing }: { code: string; isComposing: boolean }): boolean {
  return !isComposing && /^(Escape|F\d{1,2}|Pause|ScrollLock)$/.test(code);
}
