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
  show: Settings;
  truth: CueTruth;
  knownError: KnownError;
  notice(text: string): void;
}

export interface OpenedControls {
  keys: Keys;
  controllers: Controllers | undefined;
  controls: {
    mapped(): readonly ControllerBinding[];
    become(bindings: readonly ControllerBinding[]): void;
  };
}

export function openControls(parts: OpenControlsPorts): OpenedControls {
  const mapping = openMapping(parts);
  const keys = openKeys(parts, mapping.keys);
  const controllers = openControllers(parts, mapping.controls);
  const mapped = (): readonly ControllerBinding[] => mapping.controls.all ?? [];
  const become: OpenedControls['controls']['become'] = (all) =>
    controllers ? controllers.become(all) : mapping.controls.keep(all);
  return { keys, controllers, controls: { mapped, become } };
}

function openKeys(parts: OpenControlsPorts, mapping: KeptMapping<KeyBinding>): Keys {
  const {
    ports: { clock, globalKeys },
    operate: { apps, guard, screens },
    knownError,
    notice,
  } = parts;
  return new Keys(mapping.all, {
    clock,
    knownError,
    refused: notice,
    targets: keyTargets(parts),
    model: () => apps.all.flatMap((app) => app.model),
    globalKeys,
    press: ({ key, action }, age) => press(parts, action, { trigger: { kind: 'key', detail: key }, age }),
    keep: (all) => mapping.keep(all),
    guardTime: () => guard.time,
    tooLate: (age) => tooLate(parts, { trigger: { kind: 'key', detail: '' }, age }),
    changed: screens.changed,
  });
}

function openControllers(parts: OpenControlsPorts, mapping: KeptMapping<ControllerBinding>): Controllers | undefined {
  const {
    ports: { clock, drivers, watchFolder },
    operate: { apps, guard, screens, settings },
    knownError,
    notice,
  } = parts;
  if (!drivers?.midi) return undefined;
  const profiles = (changed: () => void) => new Profiles({ watchFolder, folder: drivers.profiles, notice, changed });
  const midi = midiSurfaces({ clock, launch: drivers.midi, profiles });
  const panels = drivers.panels ? [hidSurfaces({ clock, ...drivers.panels })] : [];
  return new Controllers({
    kinds: [midi, ...panels],
    clock,
    guardTime: () => guard.time,
    truth: { ...parts.truth, ...faceTruth(parts) },
    bindings: mapping.all ?? [],
    shown: ({ action }) => ('field' in action ? numberOf(apps, action, (app, id) => app.state.shown(id)) : undefined),
    step: ({ action }) => ('field' in action ? stepAt(apps, action) : undefined),
    press: (binding, age) => press(parts, binding.action, { trigger: padOf(binding), age }),
    checkAge: (age) => {
      const late = tooLate(parts, { trigger: { kind: 'pad', detail: '' }, age });
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
    keep: (all) => mapping.keep(all),
    brightness: settings.list('brightness', DeviceBrightness) ?? [],
    known: settings.list('knownDevices', KnownDevice) ?? [],
    keepKnown: (all) => settings.save('knownDevices', all),
    keepBrightness: (all) => settings.save('brightness', all),
    changed: screens.changed,
  });
}

function press({ operate }: OpenControlsPorts, action: KeyBinding['action'], cause: Cause): void {
  throwUnsent(carryOut(operate.runs(), { action }, cause));
}

function tooLate({ presses }: OpenControlsPorts, cause: Cause): ReturnType<Presses['tooLate']> {
  return presses.tooLate(presses.uncounted(cause));
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
