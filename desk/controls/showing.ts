import type { Clock } from '../ports.ts';
import { faceFor, type FaceTruth } from './faces.ts';
import type { Mapped } from './firing.ts';
import type { Pages } from './pages.ts';
import type { Face, Surface } from './surface.ts';

/** Milliseconds in which changes of the truth reach the lamps together. */
const lampsAfter = 2;
/** Milliseconds for which the lamp of a control that is held or armed is dark, and then is not. */
const blinksEvery = 200;

export interface ShowingPorts {
  clock: Pick<Clock, 'after'>;
  /** What controls show. */
  truth: FaceTruth;
  pages: Pick<Pages<Mapped>, 'open' | 'onPage'>;
  /** The faders and knobs of this device count a tenth. */
  isFine(device: string): boolean;
  /** The surfaces that are plugged in. */
  surfaces(): readonly Surface[];
  /** The names of the controls that are held or armed. */
  guarded(): readonly string[];
}

/** What the controls of all surfaces show: what the service has confirmed, and which ones are held or armed. */
export class Showing {
  readonly #ports: ShowingPorts;
  #isDue = false;
  #isBlinking = false;
  /** What is held or armed is dark at this moment. */
  #isDark = false;

  constructor(ports: ShowingPorts) {
    this.#ports = ports;
  }

  /** The confirmed state of something may have changed. */
  truthChanged(): void {
    const { clock, surfaces } = this.#ports;
    if (this.#isDue || surfaces().length === 0) return;
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
    if (!isNeeded && !this.#isDark) return;
    this.#isDark = isNeeded && !this.#isDark;
    this.#showAll();
    if (!isNeeded) return;
    this.#isBlinking = true;
    this.#ports.clock.after(blinksEvery, () => {
      this.#isBlinking = false;
      this.guardedChanged();
    });
  }

  /** Shows on a surface what is true now. */
  show(surface: Surface): void {
    surface.show(this.facesOf(surface.name));
  }

  /** What the controls of a device are to show now. The lamp of a page shows that it is open. */
  facesOf(name: string): ReadonlyMap<string, Face> {
    const { pages, truth, guarded } = this.#ports;
    const faces = new Map<string, Face>();
    const dark = new Set(this.#isDark ? guarded() : []);
    for (const [control, binding] of pages.onPage(name)) {
      const face = this.#ofController(name, binding) ?? faceFor(binding, truth);
      faces.set(control, face.state && dark.has(binding.key) ? { ...face, state: 'off' } : face);
    }
    return faces;
  }

  /** The lamp of a page of this device shows that it is open, that of fine movements that they are. */
  #ofController(name: string, { action }: Mapped): Face | undefined {
    const { pages, isFine } = this.#ports;
    if (action.do === 'fine') return { state: isFine(action.device) ? 'cued' : 'out', name: 'Fine' };
    if (action.do !== 'openPage') return undefined;
    const isOpen = action.device === name && action.page === pages.open(name);
    return { state: isOpen ? 'cued' : 'out', name: `Page ${action.page}` };
  }

  #showAll(): void {
    for (const surface of this.#ports.surfaces()) this.show(surface);
  }
}
