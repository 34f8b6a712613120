import { actionCaption } from '../../contract/actions/actions.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { Shared } from '../state/context.ts';
import type { KeyboardState } from './armed-keyboard.svelte.ts';
import { texts } from '../texts/texts.ts';

/** What bare keys do here; `off`: nothing, because a dialog or the workshop has the keyboard. */
export type KeyboardHere = KeyboardState | 'off';

export function keysHere({ armed, pages }: Pick<Shared, 'armed' | 'pages'>): KeyboardHere {
  return pages.operating ? armed.state : 'off';
}

/** The keys without modifiers that fire here, in words: `G Go · 1–9 graphics · F2 In Lower Third`. */
export function liveKeys(state: KeyboardHere, { desk, keyboard }: Pick<Shared, 'desk' | 'keyboard'>): string {
  const bare = desk.keys.filter(({ key, press }) => !press && /^(F\d+|Pause|ScrollLock)$/.test(key));
  const typing = desk.keys.filter(
    ({ key, press }) => !press && !key.includes('+') && !bare.some((one) => one.key === key),
  );
  const live = { armed: [...typing, ...bare], safe: bare, typing: bare, off: [] }[state];
  const isTake = ({ key, action }: KeyBinding): boolean => key.startsWith('Digit') && action.do === 'take';
  const digits = live.filter(isTake).map(({ key }) => keyboard.caption(key));
  const others = live
    .filter((binding) => !isTake(binding))
    .map(({ key, action }) => {
      const node = 'subComposition' in action ? desk.node(action.subComposition) : undefined;
      return [keyboard.caption(key), actionCaption(action, node), ...(node ? [node.name] : [])].join(' ');
    });
  const graphics = digits.length > 0 ? [texts.keys.graphics(digits[0] ?? '', digits.at(-1) ?? '')] : [];
  return [...graphics, ...others].join(' · ');
}
