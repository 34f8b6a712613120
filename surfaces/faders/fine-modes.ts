import type { Action } from '../../contract/actions/actions.ts';

/** Devices in fine mode: movements count a tenth. The newest switch or held control of a device decides. */
export class FineModes {
  /** The control that holds the mode, by device; null if the mode was switched on. */
  readonly #on = new Map<string, string | null>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  has(device: string): boolean {
    return this.#on.has(device);
  }

  set({ device, on = !this.#on.has(device) }: Extract<Action, { do: 'fine' }>): void {
    if (!on) return this.forget(device);
    this.hold(device, null);
  }

  hold(device: string, control: string | null): void {
    this.#on.set(device, control);
    this.#changed();
  }

  release(device: string, control: string): void {
    if (this.#on.get(device) === control) this.forget(device);
  }

  letGo(device: string): void {
    if (typeof this.#on.get(device) === 'string') this.forget(device);
  }

  forget(device: string): void {
    if (this.#on.delete(device)) this.#changed();
  }
}
