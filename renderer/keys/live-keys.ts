import { actionCaption } from '../../contract/actions/actions.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { Shared } from '../state/context.ts';
import type { KeyboardState } from './armed-keyboard.svelte.ts';
import { texts } from '../texts/texts.ts';

/** What bare keys do here; `off`: nothing, because a dialog, the workshop or the editor of keys has the keyboard. */
export type KeyboardHere = KeyboardState | 'off';

export function keysHere({ armed, menu, pages }: Pick<Shared, 'armed' | 'menu' | 'pages'>): KeyboardHere {
  if (!pages.operating || armed.isMapping) return 'off';
  return menu.shown && armed.state === 'armed' ? 'safe' : armed.state;
}

/** The keys without modifiers that fire here, in words: `G Go · 1–9 graphics · F2 In Lower Third`. */
export function liveKeys(state: KeyboardHere, { desk, keyboard }: Pick<Shared, 'desk' | 'keyboard'>): string {
  const bare = desk.keys.filter(({ key, press }) => !press && /^(F\d+|Pause|ScrollLock)$/.test(key));
  const typing = desk.keys.filter(
    ({ key, press }) => !press && !key.includes('+') && !bare.some((one) => one.key === key),
  );
  const live = { armed: [...typing, ...bare], safe: bare, typing: bare, off: [] }[state];
  const isTake = ({ key, action }: KeyBinding): boolean => key.startsWith('Digit') && action.do === 'take';
  // The key of a graphic that is gone fires nothing.
  const digits = live
    .filter(isTake)
    .filter(({ action }) => 'subComposition' in action && desk.node(action.subComposition))
    .map(({ key }) => key);
  const others = live
    .filter((binding) => !isTake(binding))
    .map(({ key, action }) => {
      const node = 'subComposition' in action ? desk.node(action.subComposition) : undefined;
      return [keyboard.caption(key), actionCaption(action, node), ...(node ? [desk.nameOf(node.id)] : [])].join(' ');
    });
  const graphics = runsOf(digits).map((run) => run.map((key) => keyboard.caption(key)));
  const inWords = graphics.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : run.join()));
  return [...(graphics.length > 0 ? [texts.keys.graphics(inWords.join(', '))] : []), ...others].join(' · ');
}

const digitOf = (key = ''): number => Number(key.at(-1));

/** Keys of digits, those that follow each other together. */
function runsOf(digits: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const key of [...new Set(digits)].sort()) {
    const run = runs.at(-1);
    if (run && digitOf(run.at(-1)) + 1 === digitOf(key)) run.push(key);
    else runs.push([key]);
  }
  return runs;
}
