import type { ControllerAction, PageAction } from '../contract/desk-api/action.ts';
import {
  type Control,
  type ControllerBinding,
  type ControlOnPage,
  type controllerMembers,
  type ControllersView,
  type DeviceBrightness,
  type LearnedControl,
  type PicturedControl,
  type Selected,
} from '../contract/desk-api/controller.ts';
import { OverlayError } from '../contract/errors.ts';
import type { Clock } from '../contract/clock.ts';
import type { FaceTruth } from './faces/faces.ts';
import type { MoveEvent } from './faders/faders.ts';
import { FineModes } from './faders/fine-modes.ts';
import { Firing, type FiringPorts, keyOf, type Mapped, named, plain } from './press/firing.ts';
import { Learning } from './learning.ts';
import { PageTurns } from './pages/page-turns.ts';
import { Pages } from './pages/pages.ts';
import { type PluggedDevice, PluggedDevices, type PluggedDevicesPorts } from './plugged-devices.ts';
import { Showing } from './faces/showing.ts';
import type { ControlEvent, OpenSurfaces, Surface, SurfaceKind } from './surface.ts';
import { pictureOf, standsAfter } from './faces/surface-picture.ts';
import { Testing } from './press/testing.ts';

/** Milliseconds for which a lamp test lasts. */
const testsFor = 2_000;
/** Milliseconds for which the desk waits for a control that somebody maps. */
const learnsFor = 15_000;
/** Milliseconds after a test in which a control that was moving as it ended changes nothing: the hand on it tests still. */
const testsOn = 1_000;

export interface ControllersPorts
  extends Omit<FiringPorts, 'isFine' | 'guardedChanged' | 'changed'>, Omit<PluggedDevicesPorts, 'mapped'> {
  clock: Clock;
  /** What controls show. */
  truth: FaceTruth;
  /** The kinds of surfaces that the shell has drivers of. */
  kinds: readonly OpenSurfaces[];
  bindings: readonly ControllerBinding[];
  /** Saves the bindings after a change. */
  keep(bindings: ControllerBinding[]): void;
  /** Saves how bright devices are, after a change. */
  keepBrightness(all: DeviceBrightness[]): void;
  /** These members of the desk's view have changed. */
  changed(...members: (keyof typeof controllerMembers)[]): void;
}

/** The surfaces of every kind: presses to actions, and lamps that are on while the service confirms what they stand for. */
export class Controllers {
  readonly #ports: ControllersPorts;
  readonly #firing: Firing;
  readonly #showing: Showing;
  readonly #kinds: readonly SurfaceKind[];
  /** What controls do. Guards know a binding by its identity. */
  readonly #pages = new Pages<Mapped>();
  readonly #fine = new FineModes(() => this.#fineChanged());
  readonly #devices: PluggedDevices;
  readonly #turns: PageTurns;
  /** The wait for a control that somebody maps; undefined while nobody does. */
  #learning: Learning | undefined;
  /** The test of what controls do, which fires nothing; undefined while there is none. */
  #testing: Testing | undefined;
  /** What calls off the end of the last lamp test of each surface. */
  readonly #lampTests = new WeakMap<Surface, () => void>();
  /** When the last test ended, by the monotonic clock. */
  #testedUntil = -Infinity;
  /** The names of the controls that were moving as it ended. */
  #testedOn: ReadonlySet<string> = new Set();

  constructor(ports: ControllersPorts) {
    this.#ports = ports;
    this.#devices = new PluggedDevices({ ...ports, mapped: () => this.#pages.devices });
    for (const binding of ports.bindings) this.#pages.set(named(binding));
    this.#turns = new PageTurns({
      pages: this.#pages,
      devices: this.#devices,
      clock: ports.clock,
      turned: (device) => this.#turned(device),
    });
    this.#firing = new Firing({ ...this.#firingPorts, guardedChanged: () => this.#showing.guardedChanged() });
    this.#showing = new Showing({
      clock: ports.clock,
      truth: ports.truth,
      pages: this.#pages,
      isFine: (name) => this.#fine.has(name),
      devices: () => this.#devices.all,
      guarded: () => this.#firing.guarded,
    });
    this.#kinds = ports.kinds.map((open, kind) =>
      open({
        plugged: (surfaces) => this.#plug(kind, surfaces),
        happened: (surface, event) => this.#happened(surface, event),
        lost: (surface) => this.#lose(surface),
        changed: () => ports.changed('controllers'),
      }),
    );
  }

  get bindings(): ControllerBinding[] {
    return this.#pages.bindings.map(plain);
  }

  get view(): ControllersView {
    return {
      learning: this.#learning !== undefined,
      testing: this.#testing?.view ?? null,
      trouble: this.#kinds.flatMap(({ trouble }) => trouble ?? []).join(' ') || null,
      devices: this.#devices.all.map((device) => {
        const { name, surface, last, could = [] } = device;
        return {
          could: [...could],
          name,
          profile: surface.model,
          trouble: surface.trouble,
          last,
          page: this.#pages.open(name),
          pages: this.#pages.count(name),
          fine: this.#fine.has(name),
          brightness: this.#devices.brightness(device),
          asleep: surface.isAsleep ?? false,
        };
      }),
      waiting: (this.#testing?.firing ?? this.#firing).waiting,
    };
  }

  /** The next control that is used, which fires nothing; null if none is in time, or somebody else waits for one. */
  learn(ignore: readonly Control[] = []): Promise<LearnedControl | null> {
    this.stopLearning();
    return new Promise((resolve) => {
      const callOff = this.#ports.clock.after(learnsFor, () => this.stopLearning());
      this.#learning = new Learning(this.#ports.clock, ignore, (learned) => {
        const device = learned && this.#devices.named(learned.device);
        if (device) this.#used(device, learned.control);
        callOff();
        this.#learning = undefined;
        resolve(learned);
        this.#ports.changed('controllers');
      });
      for (const device of this.#devices.all) if (!device.could) this.#learning.from(device);
      this.#wakeAll();
      this.#ports.changed('controllers');
    });
  }

  stopLearning(): void {
    this.#learning?.end(null);
  }

  /**
   * From now on controls fire nothing, and the view says what they would do; a test that there is goes on. What is held or armed fires
   * nothing either, but for a panic: it was meant. Pages are opened all the same.
   */
  test(): void {
    if (this.#testing) return this.#testing.goOn();
    this.#firing.forget();
    for (const device of this.#devices.all) this.#firing.interrupt(device);
    this.#wakeAll();
    this.#testing = new Testing({
      ...this.#firingPorts,
      page: (device) => this.#pages.open(device),
      act: (action) => this.act(action),
      ended: () => this.stopTesting(),
    });
  }

  /** Controls fire again from now on. What is held at this moment, or was pressed before, does not. */
  stopTesting(): void {
    if (!this.#testing) return;
    this.#testedOn = this.#testing.end(this.#devices.all);
    this.#testing = undefined;
    this.#testedUntil = this.#ports.clock.monotonic();
    this.#ports.changed('controllers');
  }

  /**
   * Maps a control, in place of what it did before. Throws `call-invalid` for a kind of press that could never be told from what the control
   * does as it goes down.
   */
  map(binding: ControllerBinding): void {
    this.#pages.setChecked(named(binding));
    this.#mappingChanged();
  }

  /** Maps these controls, in place of all that are mapped. */
  become(bindings: readonly ControllerBinding[]): void {
    this.#pages.clear();
    for (const binding of bindings) this.#pages.set(named(binding));
    this.#mappingChanged();
  }

  /** The control does nothing of its own on this page from now on. */
  unmap(control: ControlOnPage): void {
    if (this.#pages.delete(control)) this.#mappingChanged();
  }

  /** Does what a controller itself can do. Throws `call-invalid` if there is no such device. */
  act(action: ControllerAction): void {
    if (action.do !== 'fine') return this.turn(action);
    this.#devices.find(action.device);
    this.#fine.set(action);
  }

  /** Opens another page of a device. What is held or armed there fires nothing. Throws `call-invalid` if there is no such device. */
  turn(action: PageAction): void {
    this.#turns.turn(action);
  }

  /** Opens on each device the first page with a control for what an operator has selected, or what comes next. */
  follow(selected: Selected): void {
    this.#turns.follow(selected);
  }

  /** Lights every lamp of a device for two seconds. */
  testLamps(name: string): void {
    const { surface } = this.#devices.find(name);
    surface.testLamps(true);
    this.#lampTests.get(surface)?.();
    this.#lampTests.set(
      surface,
      this.#ports.clock.after(testsFor, () => surface.testLamps(false)),
    );
  }

  /** An operator says which one of several a device is; null for none of them. Throws `call-invalid` if nobody is asked. */
  nameDevice(device: string, is: string | null): void {
    for (const known of this.#devices.name(device, is)) this.#begin(known);
    this.#ports.changed('controllers');
  }

  /** How a device looks now. Throws `call-invalid` if there is no such device. */
  picture(name: string): PicturedControl[] {
    const device = this.#devices.find(name);
    const { surface, stands } = device;
    const faces = this.#showing.facesOf(device);
    return pictureOf({ surface, stands, faces, mapped: this.#pages.controlsOf(name) });
  }

  /** How bright the lamps of a device are. */
  setBrightness(brightness: DeviceBrightness): void {
    this.#ports.keepBrightness(this.#devices.setBrightness(brightness));
    this.#ports.changed('controllers');
  }

  /** The confirmed state of something may have changed. */
  truthChanged(): void {
    this.#showing.truthChanged();
  }

  /** Every lamp goes out, and the drivers end. Resolves when they have. */
  async close(): Promise<void> {
    this.stopLearning();
    this.stopTesting();
    await Promise.all(this.#kinds.map((kind) => kind.close()));
  }

  /** What every way of presses needs. */
  get #firingPorts(): Omit<FiringPorts, 'guardedChanged'> {
    const { changed } = this.#ports;
    const isFine = (name: string): boolean => this.#fine.has(name);
    return {
      ...this.#ports,
      isFine,
      changed: () => changed('controllers'),
    };
  }

  /** Somebody who maps or tests controls sees what they are. */
  #wakeAll(): void {
    for (const { surface } of this.#devices.all) surface.wake?.();
  }

  /** The ways of presses and movements: the one that fires, and the one that is tested. */
  get #ways(): Firing[] {
    return this.#testing ? [this.#firing, this.#testing.firing] : [this.#firing];
  }

  /** These surfaces of a kind are plugged in now. */
  #plug(kind: number, surfaces: readonly Surface[]): void {
    const isBlind = typeof this.#kinds[kind]?.trouble === 'string';
    const { begun, gone } = this.#devices.plug(kind, surfaces, isBlind);
    for (const one of gone) this.#forget(one);
    for (const one of begun) this.#begin(one);
    this.#ports.changed('controllers');
  }

  /** A device is there from now on, or nobody has to be asked any more which one it is. */
  #begin(device: PluggedDevice): void {
    device.surface.mapped(this.#controlsOf(device));
    if (!device.could) this.#learning?.from(device);
    this.#showing.show(device);
  }

  /** The controls of a device that do something, whichever one it is. */
  #controlsOf({ name, could = [name] }: PluggedDevice): ReadonlySet<string> {
    return new Set(could.flatMap((one) => [...this.#pages.controlsOf(one)]));
  }

  #forget(gone: PluggedDevice): void {
    const { name } = gone;
    for (const way of this.#ways) {
      way.letGo(gone);
      way.forget(({ device }) => device === name);
    }
    this.#fine.forget(name);
    this.#turns.forget(gone);
  }

  #lose(surface: Surface): void {
    const device = this.#devices.of(surface);
    if (!device) return;
    for (const way of this.#ways) way.letGo(device);
    this.#fine.forget(device.name);
    this.#turns.letGo(device);
  }

  /** Another page of a device is open. */
  #turned(device: PluggedDevice): void {
    for (const way of this.#ways) way.interrupt(device);
    const isGone = (binding: ControllerBinding): boolean => this.#pages.at(device.name, binding.control) !== binding;
    for (const way of this.#ways) way.forget((binding) => binding.device === device.name && isGone(binding));
    this.#showing.show(device);
    this.#ports.changed('controllers');
  }

  #mappingChanged(): void {
    this.#ports.keep(this.bindings);
    for (const way of this.#ways) way.forget();
    for (const known of this.#devices.settle()) this.#learning?.from(known);
    for (const device of this.#devices.all) {
      // What is held or armed was meant for the mapping before.
      for (const way of this.#ways) way.interrupt(device);
      this.#fine.letGo(device.name);
      for (const control of device.down) {
        const binding = this.#pages.at(device.name, control);
        if (binding?.fader && device.held?.control !== control) device.down.delete(control);
      }
      device.surface.mapped(this.#controlsOf(device));
      this.#showing.show(device);
    }
    this.#ports.changed('mappedControls');
  }

  #happened(surface: Surface, event: ControlEvent): void {
    const device = this.#devices.of(surface);
    if (!device) return;
    if (device.could) return this.#heard(device, event);
    const { control } = event;
    const stands = standsAfter(event);
    if (stands !== undefined) device.stands.set(control, stands);
    if (event.kind === 'up') return this.#released(device, event);
    const binding = this.#pages.at(device.name, control);
    if (event.kind !== 'position') {
      this.#used(device, control);
      if (this.#learning) return this.#learning.happened(device, event);
      if (event.kind === 'down') return this.#pressed(device, event);
      return this.#moved(device, event, { binding, isThere: false });
    }
    // What went down as a button comes up as one, also on a page where it is a fader.
    const isDown = device.down.has(control);
    if (event.value > 0) this.#used(device, control);
    if (this.#learning && event.value > 0) return this.#learning.happened(device, event);
    if (!this.#learning && !isDown && binding && (binding.fader ?? binding.encoder)) {
      // A motor has brought it to where the value is.
      const isThere = surface.controls.some(({ name, has }) => name === control && has.motor);
      return this.#moved(device, event, { binding, isThere });
    }
    const isDownNow = event.value > 0;
    // One that does nothing is not held either: it may become a fader, which need not come back to 0.
    if (isDownNow && !this.#pages.has(device.name, control)) return this.#moved(device, event, { isThere: false });
    if (isDownNow === isDown) return;
    device.down[isDownNow ? 'add' : 'delete'](control);
    if (isDownNow) this.#pressed(device, event);
    else this.#released(device, event);
  }

  /** Nobody can tell which device this is, so it does nothing but show itself: of those that are asked the one that was used last. */
  #heard(device: PluggedDevice, event: ControlEvent): void {
    if (event.kind === 'up' || (event.kind === 'position' && event.value === 0)) return;
    for (const other of this.#devices.all) if (other.could && other !== device) other.last = null;
    this.#used(device, event.control);
  }

  #used(device: PluggedDevice, control: string): void {
    if (device.last === control) return;
    device.last = control;
    this.#ports.changed('controllers');
  }

  #pressed(device: PluggedDevice, event: ControlEvent): void {
    const { control, at } = event;
    const binding = this.#pages.at(device.name, control);
    const kinds = this.#pages.kinds(device.name, control);
    const opens = binding?.whileHeld !== undefined && (binding.action.do === 'fine' || !device.held);
    const refusal = this.#turns.refusal(device, event);
    this.#testing?.pressed(device.name, control, { mapped: Object.values(kinds), fires: opens });
    if (binding?.whileHeld) this.#hold(device, binding);
    else if (refusal !== undefined) this.#refuse(device, control, refusal);
    else if (this.#testing) this.#testing.firing.pressed(device, kinds, event);
    else if (at < this.#testedUntil) this.#refuse(device, control, 'It was pressed while controls were tested.');
    else this.#firing.pressed(device, kinds, event);
    if (binding && 'device' in binding.action && binding.action.do !== 'fine') this.#turns.opened(device, at);
  }

  /** A control moved, or was turned. */
  #moved(
    device: PluggedDevice,
    event: MoveEvent,
    { binding, isThere }: { binding?: Mapped | undefined; isThere: boolean },
  ): void {
    // What was moved before another page was opened was not meant for that.
    if (event.at < device.turnedAt && this.#pages.hasOwn(device.name, event.control)) return;
    const hasEnds = event.kind === 'position' && !binding?.encoder;
    const position = hasEnds ? event.value : undefined;
    this.#testing?.moved(device.name, event.control, { binding, position });
    if (!binding) return;
    if (this.#testing) return this.#testing.firing.moved(binding, isThere, event);
    const isTested = event.at < this.#testedUntil + (this.#testedOn.has(binding.key) ? testsOn : 0);
    if (!isTested) this.#firing.moved(binding, isThere, event);
  }

  /** A press does nothing, and says why if it would have done something. */
  #refuse(device: PluggedDevice, control: string, why: string): void {
    if (!this.#pages.has(device.name, control)) return;
    this.#ports.orNotice(keyOf(device.name, control), () => {
      throw new OverlayError('press-refused', why);
    });
  }

  #released(device: PluggedDevice, { control, at }: Pick<ControlEvent, 'control' | 'at'>): void {
    for (const way of this.#ways) way.released(device, { control, at });
    this.#fine.release(device.name, control);
    if (device.held?.control === control) this.#turns.letGo(device);
  }

  /** Opens a page until the control is released, or counts a tenth. */
  #hold(device: PluggedDevice, binding: Mapped): void {
    if (binding.action.do === 'fine') this.#fine.hold(device.name, binding.control);
    else this.#turns.hold(device, binding);
  }

  #fineChanged(): void {
    this.#showing.truthChanged();
    this.#ports.changed('controllers');
  }
}
