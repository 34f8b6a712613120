import type { Control, LearnedControl } from '../contract/desk-api/controller.ts';
import type { Clock } from '../contract/clock.ts';
import type { PluggedDevice } from './plugged-devices.ts';
import { Rest } from './faders/rest.ts';
import type { ControlEvent } from './surface.ts';

type OfDevice = Pick<PluggedDevice, 'name' | 'surface'>;

export class Learning {
  readonly #ignored: readonly Control[];
  readonly #ended: (learned: LearnedControl | null) => void;
  readonly #endings: (() => void)[] = [];
  /** A moving control, until it rests: the rest of the movement would change its present target. */
  #moving: LearnedControl | undefined;
  readonly #rest: Rest;

  /** `ended` is called once, with null if no control was used. */
  constructor(clock: Clock, ignored: readonly Control[], ended: (learned: LearnedControl | null) => void) {
    [this.#ignored, this.#ended] = [ignored, ended];
    this.#rest = new Rest(clock, () => this.end(this.#moving ?? null));
  }

  from({ name: device, surface }: OfDevice): void {
    const ignored = this.#ignored.filter((one) => one.device === device).map(({ control }) => control);
    const end = surface.learn?.(new Set(ignored), (learned) => this.end({ device, ...learned }));
    if (end) this.#endings.push(end);
  }

  /** A surface without `learn` has unambiguous controls. */
  happened({ name: device, surface }: OfDevice, { control, kind }: ControlEvent): void {
    if (surface.learn || this.#ignored.some((one) => one.device === device && one.control === control)) return;
    const use = kind === 'turned' ? 'encoder' : kind === 'position' ? 'fader' : 'button';
    const learned = { device, control, use, raw: '' } as const;
    if (use === 'button') return this.end(learned);
    this.#moving ??= learned;
    if (this.#moving.device === device && this.#moving.control === control) this.#rest.moved();
  }

  end(learned: LearnedControl | null): void {
    this.#rest.callOff();
    for (const end of this.#endings) end();
    this.#ended(learned);
  }
}
