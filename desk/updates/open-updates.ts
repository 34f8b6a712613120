import { onScreen } from '../app/presses.ts';
import type { Cues } from '../cues/cues.ts';
import type { Ground } from '../ground.ts';
import type { ShowLock } from '../screens/show-lock.ts';
import { Updates } from './updates.ts';

export function openUpdates(ground: Ground, lock: ShowLock, cues: Cues): Updates {
  const { clock, outside, apps, presses, recording, settings, prepared, show } = ground;
  const { log, updates } = outside;
  return new Updates({
    clock,
    log,
    updates,
    cues,
    apps,
    isLocked: () => lock.view.locked,
    save: async () => (await Promise.all([settings, prepared, show].map((one) => one.saved()))).every(Boolean),
    record: (action, error) =>
      recording.ofDesk({ kind: 'update', action }, presses.uncounted({ trigger: onScreen, age: 0 }), error),
  });
}
