import { actionCaption } from '../../contract/actions/actions.ts';
import { type KeyBlock, keyBlocks } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Keys } from '../../surfaces/press/keys.ts';
import type { Ground } from '../ground.ts';

/** Logs that a mapped key could not fire on its screen, `hand`. `age`: milliseconds since the press. */
export function logBlockedKey(
  { apps, presses, recording }: Pick<Ground, 'apps' | 'presses' | 'recording'>,
  keys: Keys,
  { key, block, age, hand }: { key: string; block: KeyBlock; age: number; hand: string },
): void {
  const action = keys.bindings.find((binding) => binding.key === key)?.action;
  if (!action) return;
  const address = 'subComposition' in action ? action.subComposition : undefined;
  const item = address === undefined ? undefined : apps.sub(address)?.item;
  const targets = address !== undefined && item ? [{ address, id: item.id, name: item.name }] : [];
  const press = presses.uncounted({ trigger: { kind: 'key', detail: key, hand }, age });
  const error = new OverlayError('press-refused', keyBlocks[block]);
  recording.ofDesk({ kind: 'command', action: actionCaption(action, item), targets }, press, error);
}
