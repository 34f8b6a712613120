import { type ControllerBinding, DeviceBrightness } from '../../contract/desk-api/controller.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { Cause, Presses } from '../app/presses.ts';
import { carryOut } from '../operate/carry-out.ts';
import type { OperatePorts } from '../operate/screen-calls.ts';
import { throwUnsent } from '../operate/sent.ts';
import type { DeskPorts } from '../ports.ts';
import type { KnownError } from '../../contract/errors.ts';
import type { Settings } from '../screens/settings.ts';
import { Controllers } from '../../surfaces/controllers.ts';
import { faceTruth, numberOf, stepAt } from './face-truth.ts';
import { KnownDevice } from '../../surfaces/identity.ts';
import { keptControls, keptKeys, type KeptMapping } from './kept-mapping.ts';
import type { KeyTargets } from '../../surfaces/press/key-map.ts';
import { Keys } from '../../surfaces/press/keys.ts';
import type { CueTruth } from '../../surfaces/faces/lamp-state.ts';
import { hidSurfaces } from '../../surfaces/hid/hid-surfaces.ts';
import { midiSurfaces } from '../../surfaces/midi/midi-surfaces.ts';
import { Profiles } from './profiles.ts';

export interface OpenControlsPorts {
  ports: Pick<DeskPorts, 'clock' | 'drivers' | 'globalKeys' | 'watchFolder'>;
  operate: OperatePorts;
  presses: Presses;
  /** The show file holds the mapping. */
  show: Settings;
  truth: CueTruth;
  knownError: KnownError;
  notice(text: string): void;
}

export interface OpenedControls {
  keys: Keys;
  controllers: Controllers | undefined;
  /** The show's mapping of controllers, also without a driver. */
  controls: {
    mapped(): readonly ControllerBinding[];
    become(bindings: readonly ControllerBinding[]): void;
  };
}

export function openControls(parts: OpenControlsPorts): OpenedControls {
  const { ports, operate, presses, knownError, notice } = parts;
  const mapping = openMapping(parts);
  const { apps, guard, screens } = operate;
  const press = (action: KeyBinding['action'], cause: Cause): void => throwUnsent(carryOut(operate, { action }, cause));
  const tooLate = (trigger: Cause['trigger'], age: number) => presses.tooLate(presses.uncounted({ trigger, age }));
  const keys = new Keys(mapping.keys.all, {
    clock: ports.clock,
    knownError,
    refused: notice,
    targets: keyTargets(parts),
    model: () => apps.all.flatMap((app) => app.model),
    globalKeys: ports.globalKeys,
    press: ({ key, action }, age) => press(action, { trigger: { kind: 'key', detail: key }, age }),
    keep: (all) => mapping.keys.keep(all),
    guardTime: () => guard.time,
    tooLate: (age) => tooLate({ kind: 'key', detail: '' }, age),
    guardedChanged: () => screens.changed('guarded'),
    globalChanged: () => screens.changed('globalKeys'),
  });
  const launch = ports.drivers?.midi;
  const mapped = (): readonly ControllerBinding[] => mapping.controls.all ?? [];
  if (!launch) {
    return { keys, controllers: undefined, controls: { mapped, become: (all) => mapping.controls.keep(all) } };
  }
  const midi = midiSurfaces({
    ...{ clock: ports.clock, launch },
    profiles: (changed) =>
      new Profiles({ watchFolder: ports.watchFolder, folder: ports.drivers?.profiles, notice, changed }),
  });
  const panels = ports.drivers?.panels ? [hidSurfaces({ clock: ports.clock, ...ports.drivers.panels })] : [];
  const controllers = new Controllers({
    ...{ kinds: [midi, ...panels], clock: ports.clock, guardTime: () => guard.time },
    truth: { ...parts.truth, ...faceTruth(parts) },
    bindings: mapped(),
    shown: ({ action }) => ('field' in action ? numberOf(apps, action, (app, id) => app.state.shown(id)) : undefined),
    step: ({ action }) => ('field' in action ? stepAt(apps, action) : undefined),
    press: (binding, age) => press(binding.action, { trigger: padOf(binding), age }),
    checkAge: (age) => {
      const late = tooLate({ kind: 'pad', detail: '' }, age);
      if (late) throw late;
    },
    orNotice: (control, run) => {
      try {
        run();
      } catch (thrown) {
        const { code, message } = knownError(thrown);
        // The screen shows an armed cue until the guard ends.
        if (code !== 'cue-armed') notice(`The control ${control}: ${message}`);
      }
    },
    keep: (all) => mapping.controls.keep(all),
    brightness: operate.settings.list('brightness', DeviceBrightness) ?? [],
    known: operate.settings.list('knownDevices', KnownDevice) ?? [],
    keepKnown: (all) => operate.settings.save('knownDevices', all),
    keepBrightness: (all) => operate.settings.save('brightness', all),
    changed: (...members) => screens.changed(...members),
  });
  return { keys, controllers, controls: { mapped, become: (all) => controllers.become(all) } };
}

function keyTargets({ operate: { apps, looks }, truth }: OpenControlsPorts): KeyTargets {
  return {
    target: (id) => apps.sub(id)?.item ?? (apps.mayCome(id) ? 'unknown' : undefined),
    hasLook: (name) => looks.list.some((look) => look.name === name),
    hasCue: (id) => truth.cue(id) !== undefined,
    hasRundown: (id) => truth.rundown(id) !== undefined,
  };
}

function padOf({ device, control }: ControllerBinding): Cause['trigger'] {
  return { kind: 'pad', detail: `${device} ${control}` };
}

function openMapping({ show, operate: { settings }, notice }: OpenControlsPorts): {
  keys: KeptMapping<KeyBinding>;
  controls: KeptMapping<ControllerBinding>;
} {
  const mapping = { keys: keptKeys(show, settings), controls: keptControls(show, settings) };
  for (const { taken } of Object.values(mapping)) if (taken) notice(taken);
  return mapping;
}
