import type { Control, LearnedControl } from '../../contract/desk-api/controller.ts';
import type { PluggedDevice } from './plugged-devices.ts';
import type { ControlEvent } from './surface.ts';

type OfDevice = Pick<PluggedDevice, 'name' | 'surface'>;

/** A wait for the control that somebody maps, of any surface. */
export class Learning {
  readonly #ignored: readonly Control[];
  readonly #ended: (learned: LearnedControl | null) => void;
  readonly #endings: (() => void)[] = [];

  /** `ignored` are passed over. `ended` is called once, with null if none was used. */
  constructor(ignored: readonly Control[], ended: (learned: LearnedControl | null) => void) {
    this.#ignored = ignored;
    this.#ended = ended;
  }

  /** Waits for a control of this device too. */
  from({ name: device, surface }: OfDevice): void {
    const ignored = this.#ignored.filter((one) => one.device === device).map(({ control }) => control);
    const end = surface.learn?.(new Set(ignored), (learned) => this.end({ device, ...learned }));
    if (end) this.#endings.push(end);
  }

  /** Something was used on a device. A surface that tells nothing of how its controls are used has clear ones. */
  happened({ name: device, surface }: OfDevice, { control, kind }: ControlEvent): void {
    if (surface.learn || this.#ignored.some((one) => one.device === device && one.control === control)) return;
    const use = kind === 'turned' ? 'encoder' : kind === 'position' ? 'fader' : 'button';
    this.end({ device, control, use, raw: '' });
  }

  end(learned: LearnedControl | null): void {
    for (const end of this.#endings) end();
    this.#ended(learned);
  }
}
