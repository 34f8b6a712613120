import { texts } from '../../contract/texts/texts.ts';
import {
  type ControllerBinding,
  DeviceBrightness,
  type controllerCalls as contract,
} from '../../contract/desk-api/controller.ts';
import type { KeyBinding, keyCalls as keyContract } from '../../contract/desk-api/key-binding.ts';
import type { Cause, Presses } from '../app/presses.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import type { Ground } from '../ground.ts';
import { type ActionRuns, carryOut } from '../operate/carry-out.ts';
import type { Looks } from '../operate/looks.ts';
import type { TakeGuard } from '../operate/take-guard.ts';
import { throwUnsent } from '../operate/sent.ts';
import { Controllers } from '../../surfaces/controllers.ts';
import { DriverKeeper } from '../../surfaces/drivers.ts';
import { KnownDevice } from '../../surfaces/identity.ts';
import { keptControls, keptKeys, type KeptMapping } from './kept-mapping.ts';
import type { KeyTargets } from '../../surfaces/press/key-map.ts';
import { Keys } from '../../surfaces/press/keys.ts';
import { type CueTruth, cueOf, type FaceTruth } from '../../surfaces/faces/faces.ts';
import { hidSurfaces } from '../../surfaces/hid/hid-surfaces.ts';
import { midiSurfaces } from '../../surfaces/midi/midi-surfaces.ts';
import { Profiles } from './profiles.ts';
import type { FieldAction } from '../../contract/actions/actions.ts';
import { type Field, stepOf } from '../../contract/model/field.ts';
import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import { ownOf } from '../../contract/own.ts';

export interface OpenedControls {
  keys: Keys;
  controllers: Controllers | undefined;
  controls: {
    mapped(): readonly ControllerBinding[];
    become(bindings: readonly ControllerBinding[]): void;
  };
}

interface RoomsAround {
  guard: TakeGuard;
  looks: Looks;
  cues: CueTruth;
  runs: ActionRuns;
}

export function openControls(ground: Ground, rooms: RoomsAround): OpenedControls {
  const mapping = openMapping(ground);
  const keys = openKeys(ground, rooms, mapping.keys);
  const controllers = openControllers(ground, rooms, mapping.controls);
  const { facts } = ground;
  facts.edited.on(() => keys.targetsChanged());
  facts.opened.on(() => keys.targetsChanged());
  facts.models.on(() => keys.showChanged());
  facts.shown.on(() => controllers?.truthChanged());
  facts.cuesShown.on(() => controllers?.truthChanged());
  facts.locked.on((locked) => {
    if (locked) controllers?.stopTesting();
  });
  const mapped = (): readonly ControllerBinding[] => mapping.controls.all ?? [];
  const become: OpenedControls['controls']['become'] = (all) =>
    controllers ? controllers.become(all) : mapping.controls.keep(all);
  return { keys, controllers, controls: { mapped, become } };
}

function openKeys(ground: Ground, rooms: RoomsAround, mapping: KeptMapping<KeyBinding>): Keys {
  const { apps, clock, screens, faults, outside } = ground;
  return new Keys(mapping.all, {
    clock,
    knownError: faults.in('keys'),
    refused: (text) => notice(ground, text),
    targets: keyTargets(apps, rooms),
    model: () => apps.all.flatMap((app) => app.model),
    globalKeys: outside.globalKeys,
    press: ({ key, action }, age, { name: hand }) => {
      press(rooms, action, { trigger: { kind: 'key', detail: key, ...(hand !== undefined && { hand }) }, age });
    },
    keep: (all) => mapping.keep(all),
    guardTime: () => rooms.guard.time,
    tooLate: (age) => tooLate(ground, { trigger: { kind: 'key', detail: '' }, age }),
    changed: screens.changed,
  });
}

function openControllers(
  ground: Ground,
  rooms: RoomsAround,
  mapping: KeptMapping<ControllerBinding>,
): Controllers | undefined {
  const { apps, clock, screens, settings, outside } = ground;
  const { drivers, watchFolder } = outside;
  const knownError = ground.faults.in('keys');
  if (!drivers?.midi) return undefined;
  const profiles = (changed: () => void) =>
    new Profiles(watchFolder, drivers.profiles, { changed, notice: (text) => notice(ground, text) });
  const midi = midiSurfaces(new DriverKeeper(clock, drivers.midi), profiles);
  const { panels } = drivers;
  const hid = panels ? [hidSurfaces(new DriverKeeper(clock, panels.launch), panels.draw)] : [];
  return new Controllers({
    kinds: [midi, ...hid],
    clock,
    guardTime: () => rooms.guard.time,
    truth: { ...rooms.cues, ...faceTruth(apps, rooms.cues) },
    bindings: mapping.all ?? [],
    shown: ({ action }) => ('field' in action ? numberOf(apps, action, (app, id) => app.state.shown(id)) : undefined),
    step: ({ action }) => ('field' in action ? stepAt(apps, action) : undefined),
    press: (binding, age) => press(rooms, binding.action, { trigger: padOf(binding), age }),
    checkAge: (age) => {
      const late = tooLate(ground, { trigger: { kind: 'pad', detail: '' }, age });
      if (late) throw late;
    },
    orNotice: (control, run) => {
      try {
        run();
      } catch (thrown) {
        const { code, message } = knownError(thrown);
        // The screen shows an armed cue until the guard ends.
        if (code !== 'cue-armed') notice(ground, texts.mapping.control(control, message));
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

function press({ runs }: RoomsAround, action: KeyBinding['action'], cause: Cause): void {
  throwUnsent(carryOut(runs, { action }, cause));
}

function notice({ notices }: Ground, text: string): void {
  notices.keep({ id: text, text });
}

function tooLate({ presses }: Ground, cause: Cause): ReturnType<Presses['tooLate']> {
  return presses.tooLate(presses.uncounted(cause));
}

function keyTargets(apps: OpenApps, { looks, cues }: RoomsAround): KeyTargets {
  return {
    target: (id) => apps.sub(id)?.item ?? (apps.mayCome(id) ? 'unknown' : undefined),
    hasLook: (name) => looks.list.some((look) => look.name === name),
    hasCue: (id) => cues.cue(id) !== undefined,
    hasRundown: (id) => cues.rundown(id) !== undefined,
  };
}

function padOf({ device, control }: ControllerBinding): Cause['trigger'] {
  return { kind: 'pad', detail: `${device} ${control}`, hand: device };
}

function openMapping(ground: Ground): {
  keys: KeptMapping<KeyBinding>;
  controls: KeptMapping<ControllerBinding>;
} {
  const { show, settings } = ground;
  const mapping = { keys: keptKeys(show, settings), controls: keptControls(show, settings) };
  for (const { taken } of Object.values(mapping)) if (taken) notice(ground, taken);
  return mapping;
}

function faceTruth(apps: OpenApps, truth: CueTruth): Omit<FaceTruth, keyof CueTruth> {
  return {
    sub(address) {
      const ref = apps.find(address);
      return ref?.app.state.view(ref.id);
    },
    hasCued: () => apps.cued.length > 0,
    name(action) {
      if ('subComposition' in action) return apps.sub(action.subComposition)?.name;
      if (action.do === 'makeActive') return truth.rundown(action.rundown)?.name;
      const cue = action.do === 'go' ? truth.ahead(action.rundown, action.ahead ?? 0) : cueOf(action, truth);
      if (cue) return truth.cueName(cue);
      return action.do === 'recallLook' ? action.look : undefined;
    },
    confirmed(action) {
      if (!('field' in action)) return undefined;
      const value = numberOf(apps, action, (app, id) => app.state.sub(id).payload);
      const shown = numberOf(apps, action, (app, id) => app.state.shown(id));
      if (value === undefined || value !== shown) return undefined;
      const field = fieldAt(apps, action);
      return { value, min: Number(field?.min ?? 0), max: Number(field?.max ?? 100) };
    },
  };
}

/** The step of the action's field; undefined if the field takes any number. */
function stepAt(apps: OpenApps, action: FieldAction): number | undefined {
  const field = fieldAt(apps, action);
  return field && stepOf(field);
}

function fieldAt(apps: OpenApps, { subComposition, field }: FieldAction): Field | undefined {
  return apps.sub(subComposition)?.item.model.find(({ id }) => id === field);
}

/** Services of others report numbers as text. */
function numberOf(
  apps: OpenApps,
  { subComposition, field }: FieldAction,
  valuesOf: (app: SubRef['app'], id: string) => Readonly<Record<string, unknown>>,
): number | undefined {
  const ref = apps.find(subComposition);
  const value = Number(ref ? ownOf(valuesOf(ref.app, ref.id), field) : undefined);
  return Number.isNaN(value) ? undefined : value;
}

/** Throws `call-invalid` if the shell has no driver of controllers. */
export function presentControllers(controllers: Controllers | undefined): Controllers {
  if (controllers) return controllers;
  throw new OverlayError('call-invalid', texts.mapping.noMidi);
}

export function keyCalls(keys: Keys, changed: () => void): Pick<Calls<typeof deskApi>, keyof typeof keyContract> {
  return {
    mapKeys: ({ keys: bindings }) => {
      keys.map(bindings);
      changed();
    },
    unmapKey: (key) => {
      keys.unmap(key);
      changed();
    },
    tryGlobalKeys: ({ try: tries }) => keys.tryGlobal(tries),
  };
}

/** `controllers`: undefined where the shell has no driver. */
export function controllerCalls(
  controllers: Controllers | undefined,
): Pick<Calls<typeof deskApi>, keyof typeof contract> {
  const present = (): Controllers => presentControllers(controllers);
  return {
    learnControl: ({ ignore }) => controllers?.learn(ignore) ?? null,
    stopLearning: () => controllers?.stopLearning(),
    testControls: () => present().test(),
    stopTesting: () => controllers?.stopTesting(),
    nameDevice: ({ device, is }) => present().nameDevice(device, is),
    mapControl: (binding) => present().map(binding),
    testLamps: ({ device }) => present().testLamps(device),
    followSelection: (selected) => controllers?.follow(selected),
    pictureDevice: ({ device }) => present().picture(device),
    setBrightness: (brightness) => present().setBrightness(brightness),
    unmapControl: (control) => present().unmap(control),
  };
}
