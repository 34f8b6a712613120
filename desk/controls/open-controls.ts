import type { FieldAction } from '../../contract/desk-api/action.ts';
import { ControllerBinding, DeviceBrightness } from '../../contract/desk-api/controller.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import type { Cause, Presses } from '../app/presses.ts';
import { carryOut } from '../operate/carry-out.ts';
import type { OperatePorts } from '../operate/screen-calls.ts';
import { throwUnsent } from '../operate/sent.ts';
import type { DeskPorts, KnownError } from '../ports.ts';
import { Controllers } from './controllers.ts';
import type { FaceTruth } from './faces.ts';
import { Keys } from './keys.ts';
import type { LampTruth } from './lamp-state.ts';
import { hidSurfaces } from './hid/hid-surfaces.ts';
import { midiSurfaces } from './midi/midi-surfaces.ts';
import { Profiles } from './midi/profiles.ts';

export interface OpenControlsPorts {
  ports: Pick<DeskPorts, 'clock' | 'drivers' | 'globalKeys' | 'watchFolder'>;
  operate: OperatePorts;
  presses: Presses;
  /** The keys as the settings have them; undefined until the desk has seen a show to map. */
  bindings: KeyBinding[] | undefined;
  hasCue(id: string): boolean;
  /** What lamps are lit by, of cues and rundowns. */
  truth: Pick<LampTruth, 'cue' | 'rundown'>;
  /** What operators call a cue; undefined if there is no such cue. */
  cueName(id: string): string | undefined;
  knownError: KnownError;
  /** Shows the operators a sentence until it is dismissed. */
  notice(text: string): void;
}

/** The hands of the desk: its keys, and its MIDI controllers where the shell has a driver of them. */
export interface Controls {
  keys: Keys;
  controllers: Controllers | undefined;
}

export function openControls(parts: OpenControlsPorts): Controls {
  const { ports, operate, presses, hasCue, knownError, notice } = parts;
  const { apps, guard, looks, screens, settings } = operate;
  const press = (action: KeyBinding['action'], cause: Cause): void => throwUnsent(carryOut(operate, { action }, cause));
  const tooLate = (trigger: Cause['trigger'], age: number) => presses.tooLate(presses.uncounted({ trigger, age }));
  const keys = new Keys(parts.bindings, {
    ...{ apps, clock: ports.clock, knownError, hasCue, refused: notice },
    globalKeys: ports.globalKeys,
    press: ({ key, action }, age) => press(action, { trigger: { kind: 'key', detail: key }, age }),
    keep: (all) => settings.save('keys', all),
    guardTime: () => guard.time,
    tooLate: (age) => tooLate({ kind: 'key', detail: '' }, age),
    hasLook: (name) => looks.list.some((look) => look.name === name),
    guardedChanged: () => screens.changed('guarded'),
  });
  const launch = ports.drivers?.midi;
  if (!launch) return { keys, controllers: undefined };
  const padOf = ({ device, control }: ControllerBinding): Cause['trigger'] => {
    return { kind: 'pad', detail: `${device} ${control}` };
  };
  const midi = midiSurfaces({
    ...{ clock: ports.clock, launch },
    profiles: (changed) =>
      new Profiles({ watchFolder: ports.watchFolder, folder: ports.drivers?.profiles, notice, changed }),
  });
  const panels = ports.drivers?.panels ? [hidSurfaces({ clock: ports.clock, ...ports.drivers.panels })] : [];
  const controllers = new Controllers({
    ...{ kinds: [midi, ...panels], clock: ports.clock, guardTime: () => guard.time },
    truth: { ...parts.truth, ...faceTruth(parts) },
    bindings: settings.list('controllers', ControllerBinding) ?? [],
    shown: ({ action }) => ('field' in action ? numberOf(apps, action, (app, id) => app.state.shown(id)) : undefined),
    press: (binding, age) => press(binding.action, { trigger: padOf(binding), age }),
    checkAge: (age) => {
      const late = tooLate({ kind: 'pad', detail: '' }, age);
      if (late) throw late;
    },
    orNotice: (control, run) => {
      try {
        run();
      } catch (thrown) {
        notice(`The control ${control}: ${knownError(thrown).message}`);
      }
    },
    keep: (all) => settings.save('controllers', all),
    brightness: settings.list('brightness', DeviceBrightness) ?? [],
    keepBrightness: (all) => settings.save('brightness', all),
    changed: (...members) => screens.changed(...members),
  });
  return { keys, controllers };
}

/** What controls show of sub-compositions, and what things are called. */
function faceTruth({ operate: { apps }, truth, cueName }: OpenControlsPorts): Omit<FaceTruth, 'cue' | 'rundown'> {
  const next = (rundown: string | undefined): string | undefined => {
    const place = truth.rundown(rundown)?.next;
    return place ? cueName(place.cue) : undefined;
  };
  return {
    sub(address) {
      const ref = apps.find(address);
      return ref?.app.state.view(ref.id);
    },
    hasCued: () => apps.cued.length > 0,
    name(action) {
      if ('subComposition' in action) return apps.sub(action.subComposition)?.item.name;
      if ('cue' in action) return cueName(action.cue);
      if (action.do === 'go') return next(action.rundown);
      return action.do === 'recallLook' ? action.look : undefined;
    },
    confirmed(action) {
      if (!('field' in action)) return undefined;
      const value = numberOf(apps, action, (app, id) => app.state.sub(id).payload);
      const shown = numberOf(apps, action, (app, id) => app.state.shown(id));
      if (value === undefined || value !== shown) return undefined;
      const field = apps.sub(action.subComposition)?.item.model.find(({ id }) => id === action.field);
      return { value, min: Number(field?.min ?? 0), max: Number(field?.max ?? 100) };
    },
  };
}

/** A number among the values of a sub-composition; undefined where there is none. Services of others report numbers as text. */
function numberOf(
  apps: OpenApps,
  { subComposition, field }: FieldAction,
  valuesOf: (app: SubRef['app'], id: string) => Readonly<Record<string, unknown>>,
): number | undefined {
  const ref = apps.find(subComposition);
  const value = Number(ref ? valuesOf(ref.app, ref.id)[field] : undefined);
  return Number.isNaN(value) ? undefined : value;
}
