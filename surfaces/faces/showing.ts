import type { Clock } from '../../contract/clock.ts';
import { faceFor, type FaceTruth } from './faces.ts';
import type { Mapped } from '../press/firing.ts';
import type { Pages } from '../pages/pages.ts';
import type { PluggedDevice } from '../plugged-devices.ts';
import type { Face } from '../surface.ts';

/** Milliseconds in which changes of the truth reach the lamps together. */
const lampsAfter = 2;
/** Milliseconds for which the lamp of a control that is held or armed is dark, and then is not. */
const blinksEvery = 200;
/** What every display shows of a device while nobody can tell which one it is. Its lamps are dark: nothing may look as if it were on air. */
const asking: Face = { state: 'off', name: '?' };

type ShownDevice = Pick<PluggedDevice, 'name' | 'could' | 'surface'>;

export interface ShowingPorts {
  clock: Pick<Clock, 'after'>;
  /** What controls show. */
  truth: FaceTruth;
  pages: Pick<Pages<Mapped>, 'open' | 'onPage'>;
  /** The faders and knobs of this device count a tenth. */
  isFine(device: string): boolean;
  /** The devices that are plugged in. */
  devices(): readonly ShownDevice[];
  guarded(): readonly string[];
}

/** What the controls of all surfaces show: what the service has confirmed, and which ones are held or armed. */
export class Showing {
  readonly #ports: ShowingPorts;
  #isDue = false;
  #isBlinking = false;
  /** Something is shown as held or armed, which is dark at this moment or is not. */
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

  /** What is held or armed has changed: its lamps blink until nothing is. */
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

  /** Shows on a device what is true now. */
  show(device: ShownDevice): void {
    device.surface.show(this.facesOf(device));
  }

  /** What the controls of a device are to show now. The lamp of a page shows that it is open. */
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

  /** What is held or armed blinks. A control that stands for nothing, such as a panic, is lit as what comes next: so is what is armed. */
  #blinking(face: Face): Face {
    return { ...face, state: this.#isDark ? 'off' : (face.state ?? 'cued') };
  }

  /** The lamp of a page of this device shows that it is open, that of fine movements that they are. */
  #ofController(name: string, { action }: Mapped): Face | undefined {
    const { pages, isFine } = this.#ports;
    if (action.do === 'fine') return { state: isFine(action.device) ? 'cued' : 'out', name: 'Fine' };
    if (action.do !== 'openPage') return undefined;
    const isOpen = action.device === name && action.page === pages.open(name);
    return { state: isOpen ? 'cued' : 'out', name: `Page ${action.page}` };
  }

  /** Every control that would show something, whichever of these the device is. */
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
