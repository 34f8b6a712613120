import { type KeyBlock, keyBlocks } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Keys } from '../../surfaces/press/keys.ts';
import type { Ground } from '../ground.ts';
import { logRefused } from '../operate/refused-presses.ts';

/** Logs that a mapped key could not fire on its screen, `hand`. `age`: milliseconds since the press. */
export function logBlockedKey(
  ground: Pick<Ground, 'apps' | 'presses' | 'recording'>,
  keys: Keys,
  { key, block, age, hand }: { key: string; block: KeyBlock; age: number; hand: string },
): void {
  const action = keys.bindings.find((binding) => binding.key === key)?.action;
  if (!action) return;
  const press = ground.presses.uncounted({ trigger: { kind: 'key', detail: key, hand }, age });
  logRefused(ground, action, [press, new OverlayError('press-refused', keyBlocks[block])]);
}
