import type { PageAction } from '../../contract/desk-api/action.ts';
import type {
  Control,
  ControllerBinding,
  ControlOnPage,
  controllerMembers,
  ControllersView,
} from '../../contract/desk-api/controller.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { DriverSays } from '../../contract/devices/driver.ts';
import type { LaunchDriver } from '../driver-ports.ts';
import type { Clock } from '../ports.ts';
import { DriverKeeper } from './drivers.ts';
import { Faders, type FadersPorts } from './faders.ts';
import { type Keyboard, KeyGuards, type KeyGuardsPorts } from './key-guards.ts';
import { devicesOf, type MidiDevice } from './midi/device-names.ts';
import { type LampTruth, lampStateFor } from './lamp-state.ts';
import { Lamps } from './lamps.ts';
import type { LampState } from './midi/device-profile.ts';
import { controlName, type MidiPress, MidiStream } from './midi/midi-stream.ts';
import type { Profiles } from './midi/profiles.ts';
import { Pages } from './pages.ts';

/** Milliseconds in which changes of the truth reach the lamps together. */
const lampsAfter = 2;
/** Milliseconds for which a lamp test lasts. */
const testsFor = 2_000;
/** Milliseconds for which the desk waits for a control that somebody maps. */
const learnsFor = 15_000;

export interface ControllersPorts extends Pick<KeyGuardsPorts, 'guardTime'>, Omit<FadersPorts, 'clock' | 'changed'> {
  clock: Clock;
  /** What lamps are lit by. */
  truth: LampTruth;
  launch: LaunchDriver;
  bindings: readonly ControllerBinding[];
  profiles: Pick<Profiles, 'of' | 'close'>;
  /** Throws `press-refused` if a press of this age (ms) comes too late. */
  checkAge(age: number): void;
  /** Saves the bindings after a change. */
  keep(bindings: ControllerBinding[]): void;
  /** These members of the desk's view have changed. */
  changed(...members: (keyof typeof controllerMembers)[]): void;
}

/** A device as it is plugged in now. */
interface Plugged extends MidiDevice {
  stream: MidiStream;
  /** Its controls are held or armed by themselves, as the keys of a keyboard are. */
  keyboard: Keyboard;
  canShow: boolean;
  trouble: string;
  last: string | null;
  /** The driver was asked to open its output, which only lamps need. */
  isOutputAsked: boolean;
  /** The control changes that are down: a knob that is turned on goes on sending values. */
  down: Set<string>;
  lamps: Lamps;
  /** The control that holds a page open, and the page that was open before; undefined for none. */
  held: { control: string; before: number } | undefined;
  /** When another page was opened, by the monotonic clock. */
  turnedAt: number;
}

/** A binding with the name by which guards know its control. */
type Mapped = ControllerBinding & { key: string };

/** The MIDI controllers: presses to actions, and lamps that are on while the service confirms what they stand for. */
export class Controllers {
  readonly #ports: ControllersPorts;
  readonly #guards: KeyGuards;
  readonly #faders: Faders;
  readonly #driver: DriverKeeper;
  /** What controls do. Guards know a binding by its identity. */
  readonly #pages = new Pages<Mapped>();
  #devices: Plugged[] = [];
  #trouble: string | null = null;
  #isLampsDue = false;
  /** Ends the wait for a control that somebody maps; undefined while nobody does. */
  #learned: ((control: Control | null) => void) | undefined;

  constructor(ports: ControllersPorts) {
    this.#ports = ports;
    for (const binding of ports.bindings) this.#set(binding);
    this.#guards = new KeyGuards({
      clock: ports.clock,
      guardTime: () => ports.guardTime(),
      // Nothing shows yet which control is held or armed.
      changed: () => undefined,
      unsure: () => undefined,
    });
    const { clock, shown, press, orNotice } = ports;
    this.#faders = new Faders({ clock, shown, press, orNotice, changed: () => ports.changed('controllers') });
    this.#driver = new DriverKeeper({
      clock: ports.clock,
      launch: ports.launch,
      says: (message) => this.#hear(message),
      died: (why) => {
        this.#trouble = `The MIDI driver has ended and is started again: ${why}`;
        this.#plug([]);
      },
    });
  }

  get bindings(): ControllerBinding[] {
    return this.#pages.bindings.map(({ key: _key, ...binding }) => binding);
  }

  get view(): ControllersView {
    return {
      learning: this.#learned !== undefined,
      trouble: this.#trouble,
      devices: this.#devices.map(({ name, lamps, trouble, last }) => ({
        ...{ name, profile: lamps.profile.name, trouble, last },
        ...{ page: this.#pages.open(name), pages: this.#pages.count(name) },
      })),
      waiting: this.#faders.waiting,
    };
  }

  /** The next control that is pressed, which fires nothing; null if none is pressed in time, or somebody else waits for one. */
  learn(): Promise<Control | null> {
    this.stopLearning();
    // A device that needs a message to work as its profile says needs it now: its controls have other names before.
    for (const device of this.#devices) if (device.lamps.profile.hello.length > 0) this.#openOutput(device);
    return new Promise((resolve) => {
      const callOff = this.#ports.clock.after(learnsFor, () => this.stopLearning());
      this.#learned = (control) => {
        callOff();
        this.#learned = undefined;
        resolve(control);
        this.#ports.changed('controllers');
      };
      this.#ports.changed('controllers');
    });
  }

  stopLearning(): void {
    this.#learned?.(null);
  }

  /** Maps a control, in place of what it did before. */
  map(binding: ControllerBinding): void {
    this.#set(binding);
    this.#mappingChanged();
  }

  /** Maps these controls, in place of all that are mapped. */
  become(bindings: readonly ControllerBinding[]): void {
    this.#pages.clear();
    for (const binding of bindings) this.#set(binding);
    this.#mappingChanged();
  }

  /** The control does nothing of its own on this page from now on. */
  unmap(control: ControlOnPage): void {
    if (this.#pages.delete(control)) this.#mappingChanged();
  }

  /** Opens another page of a device. What is held or armed there fires nothing. Throws `call-invalid` if there is no such device. */
  turn(action: PageAction): void {
    const device = this.#find(action.device);
    if (!this.#pages.turn(action)) return;
    device.turnedAt = this.#ports.clock.monotonic();
    this.#guards.interrupt([device.keyboard]);
    const isGone = (binding: ControllerBinding): boolean => this.#pages.at(device.name, binding.control) !== binding;
    this.#faders.forget((binding) => binding.device === device.name && isGone(binding));
    this.#showLamps(device);
    this.#ports.changed('controllers');
  }

  /** Lights every lamp of a device for two seconds. */
  testLamps(name: string): void {
    const device = this.#find(name);
    this.#openOutput(device);
    device.lamps.test(true);
    this.#ports.clock.after(testsFor, () => device.lamps.test(false));
  }

  /** Other devices may have other profiles now. Their lamps are shown anew. */
  profilesChanged(): void {
    for (const device of this.#devices) {
      const profile = this.#ports.profiles.of(device.name);
      if (profile !== device.lamps.profile) device.lamps.become(profile);
    }
    this.#ports.changed('controllers');
  }

  /** The confirmed state of something may have changed. */
  truthChanged(): void {
    if (this.#isLampsDue || this.#devices.length === 0) return;
    this.#isLampsDue = true;
    this.#ports.clock.after(lampsAfter, () => {
      this.#isLampsDue = false;
      for (const device of this.#devices) this.#showLamps(device);
    });
  }

  /** Every lamp goes out, and the driver ends. */
  close(): void {
    this.stopLearning();
    for (const { canShow, lamps } of this.#devices) if (canShow) lamps.goodbye();
    this.#ports.profiles.close();
    this.#driver.close();
  }

  #find(name: string): Plugged {
    const device = this.#devices.find((one) => one.name === name);
    if (!device) throw new OverlayError('call-invalid', `There is no controller ${name}.`);
    return device;
  }

  #hear(message: DriverSays): void {
    if (message.say === 'ports') {
      this.#trouble = message.trouble;
      return this.#plug(devicesOf(message.ports));
    }
    const device = this.#devices.find(({ input, output }) => input === message.port || output === message.port);
    if (!device) return;
    const isInput = device.input === message.port;
    switch (message.say) {
      case 'bytes':
        for (const press of device.stream.read(message.bytes)) this.#pressed(device, press, message.at);
        return;
      case 'opened':
        device.trouble = '';
        if (!isInput) {
          device.canShow = true;
          device.lamps.hello();
          this.#showLamps(device);
        }
        return this.#ports.changed('controllers');
      default:
        device.trouble = message.reason;
        if (isInput) {
          this.#guards.gone(device.keyboard);
          this.#letGo(device);
        }
        return this.#ports.changed('controllers');
    }
  }

  /** These devices are plugged in now. One whose ports are the same goes on. */
  #plug(devices: readonly MidiDevice[]): void {
    const before = this.#devices;
    this.#devices = devices.map((device) => {
      const same = before.find(({ input, output }) => input === device.input && output === device.output);
      return same ?? this.#open(device);
    });
    const gone = before.filter((one) => !this.#devices.includes(one));
    for (const one of gone) {
      this.#guards.gone(one.keyboard);
      this.#faders.forget(({ device }) => device === one.name);
      if (one.held) this.#pages.turn({ do: 'openPage', device: one.name, page: one.held.before });
    }
    this.#ports.changed('controllers');
  }

  #open(device: MidiDevice): Plugged {
    if (device.input !== undefined) this.#driver.do({ do: 'open', port: device.input });
    const closed = { canShow: false, isOutputAsked: false, trouble: '', last: null };
    const send = (bytes: number[]): void => {
      if (device.output !== undefined) this.#driver.do({ do: 'send', port: device.output, bytes });
    };
    const plugged = {
      ...device,
      ...closed,
      stream: new MidiStream(),
      keyboard: {},
      lamps: new Lamps(this.#ports.profiles.of(device.name), send),
      down: new Set<string>(),
      held: undefined,
      turnedAt: -Infinity,
    };
    this.#openMapped(plugged);
    return plugged;
  }

  /** Opens the output of a device that is mapped. One that is not is left to other programs. */
  #openMapped(device: Plugged): void {
    if (this.#pages.isMapped(device.name)) this.#openOutput(device);
  }

  #openOutput(device: Plugged): void {
    if (device.output === undefined || device.isOutputAsked) return;
    device.isOutputAsked = true;
    this.#driver.do({ do: 'open', port: device.output });
  }

  #set(binding: ControllerBinding): void {
    this.#pages.set({ ...binding, key: keyOf(binding.device, binding.control) });
  }

  #mappingChanged(): void {
    this.#ports.keep(this.bindings);
    this.#faders.forget();
    for (const device of this.#devices) {
      // What is held or armed was meant for the mapping before.
      this.#guards.interrupt([device.keyboard]);
      this.#openMapped(device);
      this.#showLamps(device);
    }
    this.#ports.changed('mappedControls');
  }

  #pressed(device: Plugged, press: MidiPress, at: number): void {
    const control = controlName(press);
    const key = keyOf(device.name, control);
    const binding = this.#pages.at(device.name, control);
    // What went down as a button comes up as one, also on a page where it is a fader.
    const isDown = press.kind === 'cc' && device.down.has(control);
    if (!this.#learned && !isDown && binding && (binding.fader ?? binding.encoder)) {
      return this.#faders.moved(key, binding, { value: press.value, at });
    }
    if (press.kind === 'cc' && press.down === isDown) return;
    if (press.kind === 'cc' && !this.#learned) device.down[press.down ? 'add' : 'delete'](control);
    if (!press.down) return this.#released(device, control);
    if (device.last !== control) {
      device.last = control;
      this.#ports.changed('controllers');
    }
    if (this.#learned) return this.#learned({ device: device.name, control });
    if (binding?.whileHeld) this.#hold(device, binding);
    else if (binding) this.#press(device, binding, at);
    // What is pressed right after it was meant for the page that it opened, however long the desk took.
    if (binding && 'device' in binding.action) device.turnedAt = Math.min(device.turnedAt, at);
  }

  #press(device: Plugged, binding: Mapped, at: number): void {
    const { press: carryOut, checkAge, orNotice, clock } = this.#ports;
    const { key } = binding;
    const age = Math.max(0, clock.monotonic() - at);
    orNotice(key, () => {
      if (at < device.turnedAt)
        throw new OverlayError('press-refused', 'Another page was opened after it was pressed.');
      // An old press neither arms a control nor begins to hold it: what fires in the end would count as new.
      if (binding.guard && binding.action.do !== 'panic') checkAge(age);
      const { keyboard } = device;
      this.#guards.press(binding, { keyboard, age }, (late) => orNotice(key, () => carryOut(binding, late)));
    });
  }

  #released(device: Plugged, control: string): void {
    // It may have gone down on another page.
    this.#guards.up(keyOf(device.name, control), device.keyboard);
    if (device.held?.control === control) this.#letGo(device);
  }

  /** Opens a page until the control is released. Of two such controls the second does nothing while the first is held. */
  #hold(device: Plugged, { control, action }: Mapped): void {
    if (device.held || action.do !== 'openPage') return;
    device.held = { control, before: this.#pages.open(device.name) };
    this.turn(action);
  }

  #letGo(device: Plugged): void {
    if (!device.held) return;
    const { before: page } = device.held;
    device.held = undefined;
    this.turn({ do: 'openPage', device: device.name, page });
  }

  // Lamps.

  /** The lamp of a page shows that it is open. */
  #lampOf({ name }: Plugged, action: ControllerBinding['action']): LampState | undefined {
    if (action.do !== 'openPage') return lampStateFor(action, this.#ports.truth);
    return action.device === name && action.page === this.#pages.open(name) ? 'cued' : 'out';
  }

  /** Shows what the service has confirmed; only differences are sent. */
  #showLamps(device: Plugged): void {
    if (!device.canShow) return;
    const wanted = new Map<string, LampState>();
    for (const [control, { action, fader, encoder }] of this.#pages.onPage(device.name)) {
      // What a fader is sent would move it, where it has a motor.
      const state = (fader ?? encoder) ? undefined : this.#lampOf(device, action);
      if (state) wanted.set(control, state);
    }
    device.lamps.show(wanted);
  }
}

/** A control among all devices: `APC mini mk2 note 1/36`. */
function keyOf(device: string, control: string): string {
  return `${device} ${control}`;
}
