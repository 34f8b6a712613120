import type { PageAction } from '../../contract/desk-api/action.ts';
import type {
  Control,
  ControllerBinding,
  ControlOnPage,
  controllerMembers,
  ControllersView,
  LearnedControl,
} from '../../contract/desk-api/controller.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Clock } from '../ports.ts';
import { Faders, type FadersPorts } from './faders.ts';
import { type Keyboard, KeyGuards, type KeyGuardsPorts } from './key-guards.ts';
import { type LampTruth, lampStateFor } from './lamp-state.ts';
import { Pages } from './pages.ts';
import type { ControlEvent, Face, LampState, LearnedUse, OpenSurfaces, Surface, SurfaceKind } from './surface.ts';

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
  /** The kinds of surfaces that the shell has drivers of. */
  kinds: readonly OpenSurfaces[];
  bindings: readonly ControllerBinding[];
  /** Throws `press-refused` if a press of this age (ms) comes too late. */
  checkAge(age: number): void;
  /** Saves the bindings after a change. */
  keep(bindings: ControllerBinding[]): void;
  /** These members of the desk's view have changed. */
  changed(...members: (keyof typeof controllerMembers)[]): void;
}

/** A surface as it is plugged in now. */
interface Plugged {
  surface: Surface;
  name: string;
  /** Its controls are held or armed by themselves, as the keys of a keyboard are. */
  keyboard: Keyboard;
  last: string | null;
  /** The controls with a position that are down as buttons: a knob that is turned on goes on telling where it stands. */
  down: Set<string>;
  /** The control that holds a page open, and the page that was open before; undefined for none. */
  held: { control: string; before: number } | undefined;
  /** When another page was opened, by the monotonic clock. */
  turnedAt: number;
}

/** A wait for a control that somebody maps. */
interface Learning {
  /** Waits for one of this surface too. */
  from(surface: Surface): void;
  isIgnored(device: string, control: string): boolean;
  end(learned: LearnedControl | null): void;
}

/** A binding with the name by which guards know its control. */
type Mapped = ControllerBinding & { key: string };

/** The surfaces of every kind: presses to actions, and lamps that are on while the service confirms what they stand for. */
export class Controllers {
  readonly #ports: ControllersPorts;
  readonly #guards: KeyGuards;
  readonly #faders: Faders;
  readonly #kinds: readonly SurfaceKind[];
  /** What controls do. Guards know a binding by its identity. */
  readonly #pages = new Pages<Mapped>();
  /** By kind, in their order. */
  readonly #plugged: Plugged[][];
  #isLampsDue = false;
  /** The wait for a control that somebody maps; undefined while nobody does. */
  #learning: Learning | undefined;

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
    this.#plugged = ports.kinds.map(() => []);
    this.#kinds = ports.kinds.map((open, kind) =>
      open({
        plugged: (surfaces) => this.#plug(kind, surfaces),
        happened: (surface, event) => this.#happened(surface, event),
        lost: (surface) => this.#lose(surface),
        changed: () => ports.changed('controllers'),
      }),
    );
  }

  get #devices(): Plugged[] {
    return this.#plugged.flat();
  }

  get bindings(): ControllerBinding[] {
    return this.#pages.bindings.map(({ key: _key, ...binding }) => binding);
  }

  get view(): ControllersView {
    return {
      learning: this.#learning !== undefined,
      trouble: this.#kinds.flatMap(({ trouble }) => trouble ?? []).join(' ') || null,
      devices: this.#devices.map(({ name, surface, last }) => ({
        ...{ name, profile: surface.model, trouble: surface.trouble, last },
        ...{ page: this.#pages.open(name), pages: this.#pages.count(name) },
      })),
      waiting: this.#faders.waiting,
    };
  }

  /** The next control that is used, which fires nothing; null if none is in time, or somebody else waits for one. */
  learn(ignore: readonly Control[] = []): Promise<LearnedControl | null> {
    this.stopLearning();
    return new Promise((resolve) => {
      const callOff = this.#ports.clock.after(learnsFor, () => this.stopLearning());
      const endings: (() => void)[] = [];
      this.#learning = {
        from: (surface) => {
          const ignored = ignore.filter(({ device }) => device === surface.name).map(({ control }) => control);
          const then = (learned: LearnedUse): void => this.#learning?.end({ device: surface.name, ...learned });
          if (surface.learn) endings.push(surface.learn(new Set(ignored), then));
        },
        isIgnored: (device, control) => ignore.some((one) => one.device === device && one.control === control),
        end: (learned) => {
          const device = this.#devices.find(({ name }) => name === learned?.device);
          if (device && learned) this.#used(device, learned.control);
          callOff();
          for (const end of endings) end();
          this.#learning = undefined;
          resolve(learned);
          this.#ports.changed('controllers');
        },
      };
      for (const { surface } of this.#devices) this.#learning.from(surface);
      this.#ports.changed('controllers');
    });
  }

  stopLearning(): void {
    this.#learning?.end(null);
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
    this.#showFaces(device);
    this.#ports.changed('controllers');
  }

  /** Lights every lamp of a device for two seconds. */
  testLamps(name: string): void {
    const { surface } = this.#find(name);
    surface.testLamps(true);
    this.#ports.clock.after(testsFor, () => surface.testLamps(false));
  }

  /** The confirmed state of something may have changed. */
  truthChanged(): void {
    if (this.#isLampsDue || this.#plugged.every(({ length }) => length === 0)) return;
    this.#isLampsDue = true;
    this.#ports.clock.after(lampsAfter, () => {
      this.#isLampsDue = false;
      for (const device of this.#devices) this.#showFaces(device);
    });
  }

  /** Every lamp goes out, and the drivers end. */
  close(): void {
    this.stopLearning();
    for (const kind of this.#kinds) kind.close();
  }

  #find(name: string): Plugged {
    const device = this.#devices.find((one) => one.name === name);
    if (!device) throw new OverlayError('call-invalid', `There is no controller ${name}.`);
    return device;
  }

  /** These surfaces of a kind are plugged in now. */
  #plug(kind: number, surfaces: readonly Surface[]): void {
    const before = this.#plugged[kind] ?? [];
    this.#plugged[kind] = surfaces.map(
      (surface) => before.find((one) => one.surface === surface) ?? this.#newDevice(surface),
    );
    for (const one of before) if (!surfaces.includes(one.surface)) this.#forget(one);
    this.#ports.changed('controllers');
  }

  #newDevice(surface: Surface): Plugged {
    const { name } = surface;
    const nothing = { keyboard: {}, last: null, down: new Set<string>(), held: undefined, turnedAt: -Infinity };
    const device = { surface, name, ...nothing };
    surface.mapped(this.#pages.controlsOf(name));
    this.#learning?.from(surface);
    this.#showFaces(device);
    return device;
  }

  #forget({ name, keyboard, held }: Plugged): void {
    this.#guards.gone(keyboard);
    this.#faders.forget(({ device }) => device === name);
    if (held) this.#pages.turn({ do: 'openPage', device: name, page: held.before });
  }

  #lose(surface: Surface): void {
    const device = this.#devices.find((one) => one.surface === surface);
    if (!device) return;
    this.#guards.gone(device.keyboard);
    this.#letGo(device);
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
      for (const control of device.down) {
        const binding = this.#pages.at(device.name, control);
        if (binding?.fader && device.held?.control !== control) device.down.delete(control);
      }
      device.surface.mapped(this.#pages.controlsOf(device.name));
      this.#showFaces(device);
    }
    this.#ports.changed('mappedControls');
  }

  #happened(surface: Surface, event: ControlEvent): void {
    const device = this.#devices.find((one) => one.surface === surface);
    if (!device) return;
    const { control } = event;
    if (event.kind === 'up') return this.#released(device, control);
    const binding = this.#pages.at(device.name, control);
    if (event.kind !== 'position') {
      this.#used(device, control);
      if (this.#learning) return this.#learn(device, event);
      if (event.kind === 'down') return this.#pressed(device, event);
      if (binding) this.#faders.moved(keyOf(device.name, control), binding, event);
      return;
    }
    // What went down as a button comes up as one, also on a page where it is a fader.
    const isDown = device.down.has(control);
    if (event.value > 0) this.#used(device, control);
    if (this.#learning && event.value > 0) return this.#learn(device, event);
    if (!this.#learning && !isDown && binding && (binding.fader ?? binding.encoder)) {
      return this.#faders.moved(keyOf(device.name, control), binding, event);
    }
    const isDownNow = event.value > 0;
    // One that does nothing is not held either: it may become a fader, which need not come back to 0.
    if (isDownNow === isDown || (isDownNow && !binding)) return;
    device.down[isDownNow ? 'add' : 'delete'](control);
    if (isDownNow) this.#pressed(device, event);
    else this.#released(device, control);
  }

  #used(device: Plugged, control: string): void {
    if (device.last === control) return;
    device.last = control;
    this.#ports.changed('controllers');
  }

  /** A surface that tells nothing of how its controls are used has clear ones. */
  #learn({ surface, name }: Plugged, { control, kind }: ControlEvent): void {
    if (surface.learn || this.#learning?.isIgnored(name, control)) return;
    const use = kind === 'turned' ? 'encoder' : kind === 'position' ? 'fader' : 'button';
    this.#learning?.end({ device: name, control, use, raw: '' });
  }

  #pressed(device: Plugged, { control, at }: ControlEvent): void {
    const binding = this.#pages.at(device.name, control);
    if (!binding) return;
    if (binding.whileHeld) this.#hold(device, binding);
    else this.#press(device, binding, at);
    // What is pressed right after it was meant for the page that it opened, however long the desk took.
    if ('device' in binding.action) device.turnedAt = Math.min(device.turnedAt, at);
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
  #lampOf(device: string, action: ControllerBinding['action']): LampState | undefined {
    if (action.do !== 'openPage') return lampStateFor(action, this.#ports.truth);
    return action.device === device && action.page === this.#pages.open(device) ? 'cued' : 'out';
  }

  /** Shows what the service has confirmed. */
  #showFaces({ surface, name }: Pick<Plugged, 'surface' | 'name'>): void {
    const faces = new Map<string, Face>();
    for (const [control, { action, fader, encoder }] of this.#pages.onPage(name)) {
      // What a fader is sent would move it, where it has a motor.
      const state = (fader ?? encoder) ? undefined : this.#lampOf(name, action);
      if (state) faces.set(control, { state });
    }
    surface.show(faces);
  }
}

/** A control among all devices: `APC mini mk2 note 1/36`. */
function keyOf(device: string, control: string): string {
  return `${device} ${control}`;
}
