import type { ControllerBinding } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Kinds } from '../../contract/desk-api/key-binding.ts';
import { Faders, type FadersPorts } from '../faders/faders.ts';
import { type Hand, Hands, type HandsPorts } from './hands.ts';

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
  hand: Hand;
}

export interface FiringPorts
  extends FadersPorts, Pick<HandsPorts<Mapped>, 'guardTime' | 'checkAge' | 'guardedChanged'> {
  clock: Clock;
}

export class Firing {
  readonly #ports: FiringPorts;
  readonly hands: Hands<Mapped>;
  readonly faders: Faders;

  constructor(ports: FiringPorts) {
    this.#ports = ports;
    this.hands = new Hands<Mapped>({ ...ports, unsure: () => undefined });
    this.faders = new Faders(ports);
  }

  pressed({ name, hand }: PressedDevice, kinds: Kinds<Mapped>, { control, at }: { control: string; at: number }): void {
    const key = keyOf(name, control);
    this.#ports.orNotice(key, () => this.hands.down(hand, { key, kinds, at, stamp: at }));
  }

  /** The control may have gone down on another page. */
  released({ name, hand }: PressedDevice, { control, at }: { control: string; at: number }): void {
    this.hands.up(hand, keyOf(name, control), { at, stamp: at });
  }
}

/** A control among all devices: `APC mini mk2 note 1/36`. */
export function keyOf(device: string, control: string): string {
  return `${device} ${control}`;
}
