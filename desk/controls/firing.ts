import type { ControllerBinding } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../ports.ts';
import { Faders, type FadersPorts, type MoveEvent } from './faders.ts';
import { type Keyboard, KeyGuards, type KeyGuardsPorts } from './key-guards.ts';
import { type Kinds, PressKinds } from './press-kinds.ts';

/** A binding with the name by which guards know its control. */
export type Mapped = ControllerBinding & { key: string };

/** A binding as screens and files know it. */
export function plain(binding: ControllerBinding): ControllerBinding {
  const { key: _key, ...rest } = { key: '', ...binding };
  return rest;
}

/** What a press depends on of the device of its control. */
export interface PressedDevice {
  name: string;
  /** Its controls are held or armed by themselves, as the keys of a keyboard are. */
  keyboard: Keyboard;
}

export interface FiringPorts extends Pick<KeyGuardsPorts, 'guardTime'>, FadersPorts {
  clock: Clock;
  /** A device by its name; undefined if it is gone. */
  device(name: string): PressedDevice | undefined;
  /** Throws `press-refused` if a press of this age (ms) comes too late. */
  checkAge(age: number): void;
  /** What is held or armed has changed. */
  guardedChanged(): void;
}

/** The way of presses and movements through guards, kinds of presses and takeovers to what they fire. */
export class Firing {
  readonly #ports: FiringPorts;
  readonly #guards: KeyGuards;
  readonly #kinds: PressKinds<Mapped>;
  readonly #faders: Faders;

  constructor(ports: FiringPorts) {
    this.#ports = ports;
    const { clock } = ports;
    this.#guards = new KeyGuards({
      clock,
      guardTime: () => ports.guardTime(),
      changed: () => ports.guardedChanged(),
      unsure: () => undefined,
    });
    this.#kinds = new PressKinds({
      clock,
      fire: (binding, at) => {
        const device = ports.device(binding.device);
        if (device) this.#press(device, binding, at === 'now' ? clock.monotonic() : at);
      },
    });
    this.#faders = new Faders(ports);
  }

  /** The names of the controls that are held or armed. */
  get guarded(): string[] {
    return this.#guards.guarded.map(({ key }) => key);
  }

  /** The faders that change nothing yet. */
  get waiting(): Faders['waiting'] {
    return this.#faders.waiting;
  }

  /** A control went down that does this by each kind of press. */
  pressed(device: PressedDevice, kinds: Kinds<Mapped>, { control, at }: { control: string; at: number }): void {
    const { short } = kinds;
    // What has a guard knows itself when it fires.
    if (short?.guard) this.#press(device, short, at);
    else this.#kinds.down(keyOf(device.name, control), kinds, at);
  }

  /** A mapped control moved, or was turned. `isThere` says that it stands at the value. */
  moved(binding: Mapped, isThere: boolean, event: MoveEvent): void {
    this.#faders.moved(binding.key, { binding, isThere }, event);
  }

  /** A control came up. It may have gone down on another page. */
  released({ name, keyboard }: PressedDevice, control: string): void {
    this.#guards.up(keyOf(name, control), keyboard);
    this.#kinds.up(keyOf(name, control));
  }

  /** What is held or armed on a device was meant for something else, so it fires nothing; but a panic goes on. */
  interrupt({ name, keyboard }: PressedDevice): void {
    this.#guards.interrupt([keyboard]);
    this.#kinds.interrupt((key) => key.startsWith(`${name} `), { keepsPanic: true });
  }

  /** Nobody knows any more what is held on a device. */
  letGo({ name, keyboard }: PressedDevice): void {
    this.#guards.gone(keyboard);
    this.#kinds.interrupt((key) => key.startsWith(`${name} `), { keepsPanic: false });
  }

  /** Nothing is known any more of where some faders stand, or any. */
  forget(isGone?: (binding: ControllerBinding) => boolean): void {
    this.#faders.forget(isGone);
  }

  #press({ keyboard }: PressedDevice, binding: Mapped, at: number): void {
    const { press, checkAge, orNotice, clock } = this.#ports;
    const { key } = binding;
    const age = Math.max(0, clock.monotonic() - at);
    orNotice(key, () => {
      // An old press neither arms a control nor begins to hold it: what fires in the end would count as new.
      if (binding.guard && binding.action.do !== 'panic') checkAge(age);
      this.#guards.press(binding, { keyboard, age }, (late) => orNotice(key, () => press(binding, late)));
    });
  }
}

/** A control among all devices: `APC mini mk2 note 1/36`. */
export function keyOf(device: string, control: string): string {
  return `${device} ${control}`;
}
