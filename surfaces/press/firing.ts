import type { ControllerBinding } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../../contract/clock.ts';
import { Faders, type FadersPorts, type MoveEvent } from '../faders/faders.ts';
import type { Keyboard, KeyGuardsPorts } from './key-guards.ts';
import type { Kinds } from './press-kinds.ts';
import { Pressing } from './pressing.ts';

/** Guards know the control by `key`. */
export type Mapped = ControllerBinding & { key: string };

export function named(binding: ControllerBinding): Mapped {
  return { ...binding, key: keyOf(binding.device, binding.control) };
}

export function plain(binding: ControllerBinding): ControllerBinding {
  const { key: _key, ...rest } = { key: '', ...binding };
  return rest;
}

export interface PressedDevice {
  name: string;
  /** Each device holds and arms its controls alone, as a keyboard does. */
  keyboard: Keyboard;
}

export interface FiringPorts extends Pick<KeyGuardsPorts, 'guardTime'>, FadersPorts {
  clock: Clock;
  /** Throws `press-refused` if a press of this age (ms) is too late. */
  checkAge(age: number): void;
  guardedChanged(): void;
}

/** The path of presses and movements through guards, kinds of presses and takeovers to what they fire. */
export class Firing {
  readonly #ports: FiringPorts;
  readonly #pressing: Pressing<Mapped>;
  readonly #faders: Faders;

  constructor(ports: FiringPorts) {
    this.#ports = ports;
    this.#pressing = new Pressing<Mapped>({ ...ports, changed: () => ports.guardedChanged(), unsure: () => undefined });
    this.#faders = new Faders(ports);
  }

  get guarded(): string[] {
    return this.#pressing.guarded.map(({ key }) => key);
  }

  get waiting(): Faders['waiting'] {
    return this.#faders.waiting;
  }

  pressed(
    { name, keyboard }: PressedDevice,
    kinds: Kinds<Mapped>,
    { control, at }: { control: string; at: number },
  ): void {
    const key = keyOf(name, control);
    this.#ports.orNotice(key, () => this.#pressing.down(keyboard, { key, kinds, at, stamp: at }));
  }

  moved(binding: Mapped, isThere: boolean, event: MoveEvent): void {
    this.#faders.moved(binding.key, { binding, isThere }, event);
  }

  /** The control may have gone down on another page. */
  released({ name, keyboard }: PressedDevice, { control, at }: { control: string; at: number }): void {
    this.#pressing.up(keyboard, keyOf(name, control), { at, stamp: at });
  }

  interrupt({ keyboard }: PressedDevice): void {
    this.#pressing.interrupt([keyboard]);
  }

  letGo({ keyboard }: PressedDevice): void {
    this.#pressing.gone(keyboard);
  }

  forget(isGone?: (binding: ControllerBinding) => boolean): void {
    this.#faders.forget(isGone);
  }
}

/** A control among all devices: `APC mini mk2 note 1/36`. */
export function keyOf(device: string, control: string): string {
  return `${device} ${control}`;
}
