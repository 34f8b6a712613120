import { texts } from '../contract/texts/texts.ts';
import type { ControllerAction, PageAction } from '../contract/actions/actions.ts';
import {
  type Control,
  type ControllerBinding,
  type ControlOnPage,
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
import { ControllerPages } from './pages/pages.ts';
import { type PluggedDevice, PluggedDevices, type KeptDevices } from './plugged-devices.ts';
import { Showing } from './faces/showing.ts';
import type { ControlEvent, OpenSurfaces, Surface, SurfaceKind } from './surface.ts';
import { pictureOf, standsAfter } from './faces/surface-picture.ts';
import { Testing } from './press/testing.ts';

/** Duration of a lamp test (ms). */
const testsFor = 2_000;
/** Milliseconds to wait for the control that an operator wants to map. */
const learnsFor = 15_000;
/** For 1 s after a test, ignore controls that were still moving when the test ended. */
const testsOn = 1_000;

export interface ControllersPorts extends Omit<FiringPorts, 'isFine' | 'guardedChanged' | 'changed'>, KeptDevices {
  clock: Clock;
  truth: FaceTruth;
  kinds: readonly OpenSurfaces[];
  bindings: readonly ControllerBinding[];
  keep(bindings: ControllerBinding[]): void;
  changed(): void;
}

/** Surfaces of every kind: presses become actions; lamps show the confirmed state. */
export class Controllers {
  readonly #ports: ControllersPorts;
  readonly #firing: Firing;
  readonly #showing: Showing;
  readonly #kinds: readonly SurfaceKind[];
  /** Guards know a binding by its identity. */
  readonly #pages = new ControllerPages<Mapped>();
  readonly #fine = new FineModes(() => {
    this.#showing.truthChanged();
    this.#ports.changed();
  });
  readonly #devices: PluggedDevices;
  readonly #turns: PageTurns;
  #learning: Learning | undefined;
  /** Undefined while no test runs. A test fires nothing. */
  #testing: Testing | undefined;
  readonly #lampTests = new WeakMap<Surface, () => void>();
  /** Monotonic milliseconds. */
  #testedUntil = -Infinity;
  #testedOn: ReadonlySet<string> = new Set();

  constructor(ports: ControllersPorts) {
    this.#ports = ports;
    this.#devices = new PluggedDevices(this.#pages, ports);
    for (const binding of ports.bindings) this.#pages.set(named(binding));
    this.#turns = new PageTurns(this.#devices, ports.clock, (device) => this.#turned(device));
    this.#firing = new Firing({ ...this.#firingPorts, guardedChanged: () => this.#showing.guardedChanged() });
    const { clock, truth } = ports;
    this.#showing = new Showing({ clock, truth, devices: this.#devices, fine: this.#fine, firing: this.#firing });
    this.#kinds = ports.kinds.map((open, kind) =>
      open({
        plugged: (surfaces) => this.#plug(kind, surfaces),
        happened: (surface, event) => this.#happened(surface, event),
        lost: (surface) => this.#lose(surface),
        changed: () => ports.changed(),
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
      waiting: (this.#testing?.firing ?? this.#firing).faders.waiting,
    };
  }

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
        this.#ports.changed();
      });
      for (const device of this.#devices.all) if (!device.could) this.#learning.from(device);
      this.#wakeAll();
      this.#ports.changed();
    });
  }

  stopLearning(): void {
    this.#learning?.end(null);
  }

  /** Starts or prolongs the test: controls only turn pages, and the view says more. Drops presses, except a panic. */
  test(): void {
    if (this.#testing) return this.#testing.goOn();
    this.#firing.faders.forget();
    this.#firing.hands.interrupt(this.#devices.all.map(({ hand }) => hand));
    this.#wakeAll();
    this.#testing = new Testing({
      ...this.#firingPorts,
      page: (device) => this.#pages.open(device),
      act: (action) => this.act(action),
      ended: () => this.stopTesting(),
    });
  }

  /** Controls that are held or were pressed before stay silent. */
  stopTesting(): void {
    if (!this.#testing) return;
    this.#testedOn = this.#testing.end(this.#devices.all);
    this.#testing = undefined;
    this.#testedUntil = this.#ports.clock.monotonic();
    this.#ports.changed();
  }

  /** Throws `call-invalid` if the control's key-down action hides the kind of press. */
  map(binding: ControllerBinding): void {
    this.#pages.setChecked(named(binding));
    this.#mappingChanged();
  }

  become(bindings: readonly ControllerBinding[]): void {
    this.#pages.clear();
    for (const binding of bindings) this.#pages.set(named(binding));
    this.#mappingChanged();
  }

  unmap(control: ControlOnPage): void {
    if (this.#pages.delete(control)) this.#mappingChanged();
  }

  /** Throws `call-invalid` for an unknown device. */
  act(action: ControllerAction): void {
    if (action.do !== 'fine') return this.turn(action);
    this.#devices.find(action.device);
    this.#fine.set(action);
  }

  /** Opens another page of a device and drops held and armed presses. Throws `call-invalid` for an unknown device. */
  turn(action: PageAction): void {
    this.#turns.turn(action);
  }

  follow(selected: Selected): void {
    this.#turns.follow(selected);
  }

  testLamps(name: string): void {
    const { surface } = this.#devices.find(name);
    surface.testLamps(true);
    this.#lampTests.get(surface)?.();
    const callOff = this.#ports.clock.after(testsFor, () => surface.testLamps(false));
    this.#lampTests.set(surface, callOff);
  }

  /** Names which of several alike devices this is; null for none. Throws `call-invalid` if the device does not ask. */
  nameDevice(device: string, is: string | null): void {
    for (const known of this.#devices.name(device, is)) this.#begin(known);
    this.#ports.changed();
  }

  /** Throws `call-invalid` for an unknown device. */
  picture(name: string): PicturedControl[] {
    const device = this.#devices.find(name);
    const { surface, stands } = device;
    const faces = this.#showing.facesOf(device);
    return pictureOf({ surface, stands, faces, mapped: this.#pages.controlsOf(name) });
  }

  setBrightness(brightness: DeviceBrightness): void {
    this.#devices.setBrightness(brightness);
    this.#ports.changed();
  }

  truthChanged(): void {
    this.#showing.truthChanged();
  }

  /** Resolves when every lamp is dark and the drivers have ended. */
  async close(): Promise<void> {
    this.stopLearning();
    this.stopTesting();
    await Promise.all(this.#kinds.map((kind) => kind.close()));
  }

  get #firingPorts(): Omit<FiringPorts, 'guardedChanged'> {
    return { ...this.#ports, isFine: (name) => this.#fine.has(name) };
  }

  /** An operator who maps or tests must see the panel. */
  #wakeAll(): void {
    for (const { surface } of this.#devices.all) surface.wake?.();
  }

  get #ways(): Firing[] {
    return this.#testing ? [this.#firing, this.#testing.firing] : [this.#firing];
  }

  #plug(kind: number, surfaces: readonly Surface[]): void {
    const isBlind = typeof this.#kinds[kind]?.trouble === 'string';
    const { begun, gone } = this.#devices.plug(kind, surfaces, isBlind);
    for (const one of gone) this.#forget(one);
    for (const one of begun) this.#begin(one);
    this.#ports.changed();
  }

  #begin(device: PluggedDevice): void {
    device.surface.mapped(this.#controlsOf(device));
    if (!device.could) this.#learning?.from(device);
    this.#showing.show(device);
  }

  /** All controls that may be mapped, whichever of its candidates the device is. */
  #controlsOf({ name, could = [name] }: PluggedDevice): ReadonlySet<string> {
    return new Set(could.flatMap((one) => [...this.#pages.controlsOf(one)]));
  }

  #forget(gone: PluggedDevice): void {
    const { name } = gone;
    this.#letGo(gone);
    for (const way of this.#ways) way.faders.forget(({ device }) => device === name);
    this.#fine.forget(name);
    this.#turns.forget(gone);
  }

  #letGo({ hand }: PluggedDevice): void {
    this.#firing.hands.unplugged(hand);
    this.#testing?.firing.hands.gone(hand);
  }

  #lose(surface: Surface): void {
    const device = this.#devices.of(surface);
    if (!device) return;
    this.#letGo(device);
    this.#fine.forget(device.name);
    this.#turns.letGo(device);
  }

  #turned(device: PluggedDevice): void {
    for (const way of this.#ways) way.hands.interrupt([device.hand]);
    const isGone = (binding: ControllerBinding): boolean => this.#pages.at(device.name, binding.control) !== binding;
    for (const way of this.#ways) way.faders.forget((binding) => binding.device === device.name && isGone(binding));
    this.#showing.show(device);
    this.#ports.changed();
  }

  #mappingChanged(): void {
    this.#ports.keep(this.bindings);
    for (const way of this.#ways) way.faders.forget();
    for (const known of this.#devices.settle()) this.#learning?.from(known);
    for (const device of this.#devices.all) {
      // Held and armed presses belong to the mapping before.
      for (const way of this.#ways) way.hands.interrupt([device.hand]);
      this.#fine.letGo(device.name);
      for (const control of device.down) {
        const binding = this.#pages.at(device.name, control);
        if (binding?.fader && device.held?.control !== control) device.down.delete(control);
      }
      device.surface.mapped(this.#controlsOf(device));
      this.#showing.show(device);
    }
    this.#ports.changed();
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
    // A control that went down as a button comes up as a button, also on a page where it is a fader.
    const isDown = device.down.has(control);
    if (event.value > 0) this.#used(device, control);
    if (this.#learning && event.value > 0) return this.#learning.happened(device, event);
    if (!this.#learning && !isDown && binding && (binding.fader ?? binding.encoder)) {
      const isThere = surface.controls.some(({ name, has }) => name === control && has.motor);
      return this.#moved(device, event, { binding, isThere });
    }
    const isDownNow = event.value > 0;
    // An unmapped control is not held: it may become a fader, which need not come back to 0.
    if (isDownNow && !this.#pages.has(device.name, control)) return this.#moved(device, event, { isThere: false });
    if (isDownNow === isDown) return;
    device.down[isDownNow ? 'add' : 'delete'](control);
    if (isDownNow) this.#pressed(device, event);
    else this.#released(device, event);
  }

  /** An unidentified device fires nothing. Among the devices that ask for a name, it shows the control used last. */
  #heard(device: PluggedDevice, event: ControlEvent): void {
    if (event.kind === 'up' || (event.kind === 'position' && event.value === 0)) return;
    for (const other of this.#devices.all) if (other.could && other !== device) other.last = null;
    this.#used(device, event.control);
  }

  #used(device: PluggedDevice, control: string): void {
    if (device.last === control) return;
    device.last = control;
    this.#ports.changed();
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
    else if (at < this.#testedUntil) this.#refuse(device, control, texts.controls.whileTesting);
    else this.#firing.pressed(device, kinds, event);
    if (binding && 'device' in binding.action && binding.action.do !== 'fine') this.#turns.opened(device, at);
  }

  #moved(
    device: PluggedDevice,
    event: MoveEvent,
    { binding, isThere }: { binding?: Mapped | undefined; isThere: boolean },
  ): void {
    // The movement began before the page opened, so it belongs to the page before.
    if (event.at < device.turnedAt && this.#pages.hasOwn(device.name, event.control)) return;
    const hasEnds = event.kind === 'position' && !binding?.encoder;
    const position = hasEnds ? event.value : undefined;
    this.#testing?.moved(device.name, event.control, { binding, position });
    if (!binding) return;
    if (this.#testing) return this.#testing.firing.faders.moved(binding.key, { binding, isThere }, event);
    const isTested = event.at < this.#testedUntil + (this.#testedOn.has(binding.key) ? testsOn : 0);
    if (!isTested) this.#firing.faders.moved(binding.key, { binding, isThere }, event);
  }

  /** Refuses a press with a notice, if the control is mapped. */
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

  #hold(device: PluggedDevice, binding: Mapped): void {
    if (binding.action.do === 'fine') this.#fine.hold(device.name, binding.control);
    else this.#turns.hold(device, binding);
  }
}
