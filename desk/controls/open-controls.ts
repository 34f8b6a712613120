import { ControllerBinding } from '../../contract/desk-api/controller.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { Cause, Presses } from '../app/presses.ts';
import { carryOut } from '../operate/carry-out.ts';
import type { OperatePorts } from '../operate/screen-calls.ts';
import { throwUnsent } from '../operate/sent.ts';
import type { DeskPorts, KnownError } from '../ports.ts';
import { Controllers } from './controllers.ts';
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
    truth: {
      sub: (address) => {
        const ref = apps.find(address);
        return ref?.app.state.view(ref.id);
      },
      ...parts.truth,
      hasCued: () => apps.cued.length > 0,
    },
    bindings: settings.list('controllers', ControllerBinding) ?? [],
    shown: ({ action }) => {
      if (action.do !== 'set') return undefined;
      const ref = apps.find(action.subComposition);
      // Services of others report numbers as text.
      const value = Number(ref?.app.state.shown(ref.id)[action.field]);
      return Number.isNaN(value) ? undefined : value;
    },
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
    changed: (...members) => screens.changed(...members),
  });
  return { keys, controllers };
}
