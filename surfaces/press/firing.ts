import type { ControllerBinding } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../../contract/clock.ts';
import { Faders, type FadersPorts, type MoveEvent } from '../faders/faders.ts';
import type { Keyboard, KeyGuardsPorts } from './key-guards.ts';
import type { Kinds } from './press-kinds.ts';
import { Pressing } from './pressing.ts';

/** A binding with the name by which guards know its control. */
export type Mapped = ControllerBinding & { key: string };

/** A binding as guards know it. */
export function named(binding: ControllerBinding): Mapped {
  return { ...binding, key: keyOf(binding.device, binding.control) };
}

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
  /** Throws `press-refused` if a press of this age (ms) comes too late. */
  checkAge(age: number): void;
  /** What is held or armed has changed. */
  guardedChanged(): void;
}

/** The way of presses and movements through guards, kinds of presses and takeovers to what they fire. */
export class Firing {
  readonly #ports: FiringPorts;
  readonly #pressing: Pressing<Mapped>;
  readonly #faders: Faders;

  constructor(ports: FiringPorts) {
    this.#ports = ports;
    this.#pressing = new Pressing<Mapped>({ ...ports, changed: () => ports.guardedChanged(), unsure: () => undefined });
    this.#faders = new Faders(ports);
  }

  /** The names of the controls that are held or armed. */
  get guarded(): string[] {
    return this.#pressing.guarded.map(({ key }) => key);
  }

  /** The faders that change nothing yet. */
  get waiting(): Faders['waiting'] {
    return this.#faders.waiting;
  }

  /** A control went down that does this by each kind of press. */
  pressed(
    { name, keyboard }: PressedDevice,
    kinds: Kinds<Mapped>,
    { control, at }: { control: string; at: number },
  ): void {
    const key = keyOf(name, control);
    this.#ports.orNotice(key, () => this.#pressing.down(keyboard, { key, kinds, at, stamp: at }));
  }

  /** A mapped control moved, or was turned. `isThere` says that it stands at the value. */
  moved(binding: Mapped, isThere: boolean, event: MoveEvent): void {
    this.#faders.moved(binding.key, { binding, isThere }, event);
  }

  /** A control came up. It may have gone down on another page. */
  released({ name, keyboard }: PressedDevice, { control, at }: { control: string; at: number }): void {
    this.#pressing.up(keyboard, keyOf(name, control), { at, stamp: at });
  }

  /** What is held or armed on a device was meant for something else, so it fires nothing; but a panic goes on. */
  interrupt({ keyboard }: PressedDevice): void {
    this.#pressing.interrupt([keyboard]);
  }

  /** Nobody knows any more what is held on a device. */
  letGo({ keyboard }: PressedDevice): void {
    this.#pressing.gone(keyboard);
  }

  /** Nothing is known any more of where some faders stand, or any. */
  forget(isGone?: (binding: ControllerBinding) => boolean): void {
    this.#faders.forget(isGone);
  }
}

/** A control among all devices: `APC mini mk2 note 1/36`. */
export function keyOf(device: string, control: string): string {
  return `${device} ${control}`;
}
