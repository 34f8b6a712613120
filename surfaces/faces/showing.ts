import type { Clock } from '../../contract/clock.ts';
import { faceFor, type FaceTruth } from './faces.ts';
import type { FineModes } from '../faders/fine-modes.ts';
import type { Firing, Mapped } from '../press/firing.ts';
import type { PluggedDevice, PluggedDevices } from '../plugged-devices.ts';
import type { Face } from '../surface.ts';

/** Milliseconds in which changes are collected for the lamps. */
const lampsAfter = 2;
/** Milliseconds of each phase of the blinking of held and armed controls. */
const blinksEvery = 200;
/** Face of an unidentified device. Its lamps are dark, so that nothing looks on air. */
const asking: Face = { state: 'off', name: '?' };

export interface ShowingPorts {
  clock: Clock;
  truth: FaceTruth;
  devices: PluggedDevices;
  fine: FineModes;
  firing: Firing;
}

export class Showing {
  readonly #ports: ShowingPorts;
  #isDue = false;
  #isBlinking = false;
  #isGuarding = false;
  #isDark = false;

  constructor(ports: ShowingPorts) {
    this.#ports = ports;
  }

  truthChanged(): void {
    const { clock, devices } = this.#ports;
    if (this.#isDue || devices.all.length === 0) return;
    this.#isDue = true;
    clock.after(lampsAfter, () => {
      this.#isDue = false;
      this.#showAll();
    });
  }

  guardedChanged(): void {
    if (this.#isBlinking) return;
    const isNeeded = this.#ports.firing.hands.guarded.length > 0;
    if (!isNeeded && !this.#isGuarding) return;
    this.#isGuarding = isNeeded;
    this.#isDark = isNeeded && !this.#isDark;
    this.#showAll();
    if (!isNeeded) return;
    this.#isBlinking = true;
    this.#ports.clock.after(blinksEvery, () => {
      this.#isBlinking = false;
      this.guardedChanged();
    });
  }

  show(device: PluggedDevice): void {
    device.surface.show(this.facesOf(device));
  }

  facesOf({ name, could }: PluggedDevice): ReadonlyMap<string, Face> {
    const { devices, truth, firing } = this.#ports;
    const faces = new Map<string, Face>();
    if (could) return this.#asking(could);
    const held = new Set(firing.hands.guarded.map(({ key }) => key));
    for (const [control, binding] of devices.pages.onPage(name)) {
      const face = this.#ofController(name, binding) ?? faceFor(binding, truth);
      faces.set(control, held.has(binding.key) ? this.#blinking(face) : face);
    }
    return faces;
  }

  /** A held or armed control without a state, such as a panic, blinks as CUED. */
  #blinking(face: Face): Face {
    return { ...face, state: this.#isDark ? 'off' : (face.state ?? 'cued') };
  }

  #ofController(name: string, { action }: Mapped): Face | undefined {
    const { devices, fine } = this.#ports;
    if (action.do === 'fine') return { state: fine.has(action.device) ? 'cued' : 'out', name: 'Fine' };
    if (action.do !== 'openPage') return undefined;
    const isOpen = action.device === name && action.page === devices.pages.open(name);
    return { state: isOpen ? 'cued' : 'out', name: `Page ${action.page}` };
  }

  #asking(names: readonly string[]): ReadonlyMap<string, Face> {
    const { pages } = this.#ports.devices;
    const mapped = names.flatMap((name) => [...pages.onPage(name)]);
    // A motor has no lamp: a lamp message would move it.
    const lit = mapped.filter(([, { fader, encoder }]) => !fader && !encoder);
    return new Map(lit.map(([control]) => [control, asking]));
  }

  #showAll(): void {
    for (const device of this.#ports.devices.all) this.show(device);
  }
}
