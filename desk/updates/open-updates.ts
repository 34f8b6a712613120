import { onScreen } from '../app/presses.ts';
import type { OperationPorts } from '../log/recording.ts';
import type { OperatePorts } from '../operate/screen-calls.ts';
import type { DeskPorts } from '../ports.ts';
import type { Settings } from '../screens/settings.ts';
import type { ShowLock } from '../show/show-lock.ts';
import { Updates, type UpdatesPorts } from './updates.ts';

interface OpenUpdatesPorts extends Pick<UpdatesPorts, 'cues'> {
  ports: DeskPorts;
  operate: Pick<OperatePorts, 'apps'>;
  operations: Pick<OperationPorts, 'presses' | 'recording'>;
  lock: Pick<ShowLock, 'view'>;
  files: readonly Settings[];
}

export function openUpdates({ ports, operate, operations, cues, lock, files }: OpenUpdatesPorts): Updates {
  const { clock, log, updates } = ports;
  const { presses, recording } = operations;
  return new Updates({
    clock,
    log,
    updates,
    cues,
    apps: operate.apps,
    isLocked: () => lock.view.locked,
    save: async () => (await Promise.all(files.map((one) => one.saved()))).every(Boolean),
    record: (action, error) =>
      recording.ofDesk({ kind: 'update', action }, presses.uncounted({ trigger: onScreen, age: 0 }), error),
  });
}
