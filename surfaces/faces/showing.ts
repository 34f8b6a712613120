import type { Clock } from '../../contract/clock.ts';
import { faceFor, type FaceTruth } from './faces.ts';
import type { Mapped } from '../press/firing.ts';
import type { ControllerPages } from '../pages/pages.ts';
import type { PluggedDevice } from '../plugged-devices.ts';
import type { Face } from '../surface.ts';

/** Milliseconds in which changes are collected for the lamps. */
const lampsAfter = 2;
/** Milliseconds of each phase of the blinking of held and armed controls. */
const blinksEvery = 200;
/** Face of an unidentified device. Its lamps are dark, so that nothing looks on air. */
const asking: Face = { state: 'off', name: '?' };

type ShownDevice = Pick<PluggedDevice, 'name' | 'could' | 'surface'>;

export interface ShowingPorts {
  clock: Pick<Clock, 'after'>;
  truth: FaceTruth;
  pages: Pick<ControllerPages<Mapped>, 'open' | 'onPage'>;
  isFine(device: string): boolean;
  devices(): readonly ShownDevice[];
  guarded(): readonly string[];
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
    if (this.#isDue || devices().length === 0) return;
    this.#isDue = true;
    clock.after(lampsAfter, () => {
      this.#isDue = false;
      this.#showAll();
    });
  }

  guardedChanged(): void {
    if (this.#isBlinking) return;
    const isNeeded = this.#ports.guarded().length > 0;
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

  show(device: ShownDevice): void {
    device.surface.show(this.facesOf(device));
  }

  facesOf({ name, could }: ShownDevice): ReadonlyMap<string, Face> {
    const { pages, truth, guarded } = this.#ports;
    const faces = new Map<string, Face>();
    if (could) return this.#asking(could);
    const held = new Set(guarded());
    for (const [control, binding] of pages.onPage(name)) {
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
    const { pages, isFine } = this.#ports;
    if (action.do === 'fine') return { state: isFine(action.device) ? 'cued' : 'out', name: 'Fine' };
    if (action.do !== 'openPage') return undefined;
    const isOpen = action.device === name && action.page === pages.open(name);
    return { state: isOpen ? 'cued' : 'out', name: `Page ${action.page}` };
  }

  #asking(names: readonly string[]): ReadonlyMap<string, Face> {
    const { pages } = this.#ports;
    const mapped = names.flatMap((name) => [...pages.onPage(name)]);
    // A motor has no lamp: a lamp message would move it.
    const lit = mapped.filter(([, { fader, encoder }]) => !fader && !encoder);
    return new Map(lit.map(([control]) => [control, asking]));
  }

  #showAll(): void {
    for (const device of this.#ports.devices()) this.show(device);
  }
}
