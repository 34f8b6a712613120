import { errorIn } from '../../../contract/errors.ts';
import { ControllerBinding, type DeviceBrightness } from '../../../contract/desk-api/controller.ts';
import type { DriverDoes } from '../../../contract/devices/driver.ts';
import { Controllers } from '../../../surfaces/controllers.ts';
import type { DriverHandlers } from '../../../surfaces/driver-ports.ts';
import { DriverKeeper } from '../../../surfaces/drivers.ts';
import { hidSurfaces } from '../../../surfaces/hid/hid-surfaces.ts';
import type { KnownDevice } from '../../../surfaces/identity.ts';
import type { FaceTruth, LampTruth } from '../../../surfaces/faces/faces.ts';
import { type DeviceProfile, genericProfile, hasProfile, isPair } from '../../../surfaces/profiles/device-profile.ts';
import { midiSurfaces } from '../../../surfaces/midi/midi-surfaces.ts';
import { ownProfiles } from '../../../desk/controls/profiles.ts';
import { wholeMessages } from '../../../devices/midi/port-list.ts';
import { ManualClock } from '../manual-clock.ts';

export const device = 'BeatStep';
export const take = { do: 'take', subComposition: 'news/title', to: 'In' } as const;
const bindings = [
  { device, control: 'note 1/36', action: take },
  { device, control: 'note 1/37', action: { do: 'go' }, guard: { kind: 'hold', milliseconds: 500 } },
  { device, control: 'cc 1/7', action: { do: 'undo', what: 'take' } },
  { device, control: 'note 1/38', action: { do: 'go' }, guard: { kind: 'arm' } },
].map((one) => ControllerBinding.parse(one));
export const input = { id: 'in1', name: 'BeatStep', direction: 'in' as const };
export const output = { id: 'out1', name: 'BeatStep', direction: 'out' as const };

/** Controllers and panels over drivers that the test speaks for. `known` is what was kept of devices by the desk before. */
export function openedControllers({ known = [] }: { known?: readonly KnownDevice[] } = {}) {
  const clock = new ManualClock();
  const drivers: { on: DriverHandlers; did: DriverDoes[]; stopped: boolean }[] = [];
  const pressed: string[] = [];
  const actions: ControllerBinding['action'][] = [];
  const notices: string[] = [];
  const kept: ControllerBinding[][] = [];
  const dimmed: DeviceBrightness[] = [];
  /** What is kept of devices for the next start. */
  const remembered = { now: known };
  const truth: ReturnType<LampTruth['sub']> & object = { onAir: 'no', tally: 'OUT' };
  /** What every control shows beside its lamp. */
  const faces: { name?: string; confirmed?: ReturnType<FaceTruth['confirmed']> } = {};
  const profiles = new Map<string, DeviceProfile>();
  /** The value of every field, and what the numbers of every field are multiples of. */
  const field: { shown: number | undefined; step: number | undefined } = { shown: undefined, step: undefined };
  let profilesChanged = (): void => undefined;
  const midi = midiSurfaces(
    new DriverKeeper(clock, (on) => {
      const driver = { on, did: [] as DriverDoes[], stopped: false };
      drivers.push(driver);
      return { do: (message) => void driver.did.push(message), stop: () => (driver.stopped = true) };
    }),
    (changed) => {
      profilesChanged = changed;
      const of = (name: string): DeviceProfile =>
        profiles.get(name) ?? ownProfiles.find((one) => hasProfile(one, name)) ?? genericProfile;
      return { of, isPair: (one, other) => isPair(of(one), one, other), close: () => undefined };
    },
  );
  const panels = { on: undefined as unknown as DriverHandlers, did: [] as DriverDoes[] };
  const hid = hidSurfaces(
    new DriverKeeper(clock, (on) => {
      panels.on = on;
      return { do: (message) => void panels.did.push(message), stop: () => on.ended('It was asked to.') };
    }),
    ({ control, picture }) =>
      Promise.resolve([{ kind: 'output', bytes: Buffer.from(`${control} ${JSON.stringify(picture)}`) }]),
  );
  const controllers = new Controllers({
    kinds: [midi, hid],
    shown: () => field.shown,
    step: () => field.step,
    clock,
    bindings,
    guardTime: () => 250,
    changed: () => undefined,
    keep: (all) => void kept.push(all),
    brightness: [],
    keepBrightness: (all) => void dimmed.push(...all),
    known: known,
    keepKnown: (all) => void (remembered.now = all),
    truth: {
      sub: () => truth,
      cue: () => undefined,
      rundown: () => undefined,
      ahead: () => undefined,
      hasCued: () => false,
      goesOut: () => null,
      name: () => faces.name,
      confirmed: () => faces.confirmed,
    },
    press: ({ control, action }, age) => {
      if (age > 2_000) throw new Error('too late');
      actions.push(action);
      if (action.do === 'set') field.shown = Number(action.value);
      const detail =
        action.do === 'set' ? ` = ${String(action.value)}` : action.do === 'step' ? ` by ${action.by}` : '';
      pressed.push(`${control}${detail}`);
    },
    checkAge: (age) => {
      if (age > 2_000) throw new Error('too late');
    },
    orNotice: (control, run) => {
      try {
        run();
      } catch (thrown) {
        notices.push(`${control}: ${errorIn(thrown).message}`);
      }
    },
  });
  const driver = () => drivers.at(-1)!;
  const plug = (ports = [input, output]): void => {
    driver().on.says({ say: 'ports', ports, trouble: null });
    for (const { id } of ports) driver().on.says({ say: 'opened', port: id });
  };
  const play = (bytes: number[], at = clock.monotonic(), port = 'in1'): void =>
    driver().on.says({ say: 'bytes', port, bytes, at });
  /** What the device is sent once nobody lights it any more, each message in decimal. */
  const last = (): string[] => {
    const given = driver().did.findLast((one) => one.do === 'sendLast');
    return wholeMessages(given?.bytes ?? []).map((message) => message.join(' '));
  };
  const lit = () => driver().did.flatMap((one) => (one.do === 'send' ? [one.bytes.join(' ')] : []));
  return {
    actions,
    clock,
    drivers,
    driver,
    dimmed,
    faces,
    controllers,
    field,
    kept,
    panels,
    pressed,
    notices,
    remembered,
    profiles,
    profilesChanged: () => profilesChanged(),
    truth,
    plug,
    play,
    lit,
    last,
  };
}
