import type { Action } from '../../contract/actions/actions.ts';

/** Devices in fine mode, switched on or held by a control. Movements count a tenth. */
export class FineModes {
  readonly #on = new Set<string>();
  readonly #held = new Map<string, Set<string>>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  has(device: string): boolean {
    return this.#on.has(device) || this.#held.has(device);
  }

  set({ device, on = !this.#on.has(device) }: Extract<Action, { do: 'fine' }>): void {
    this.#on[on ? 'add' : 'delete'](device);
    this.#changed();
  }

  hold(device: string, control: string): void {
    this.#held.set(device, (this.#held.get(device) ?? new Set()).add(control));
    this.#changed();
  }

  release(device: string, control: string): void {
    const held = this.#held.get(device);
    if (!held?.delete(control)) return;
    if (held.size === 0) this.#held.delete(device);
    this.#changed();
  }

  /** Held controls of the device are no longer known. */
  letGo(device: string): void {
    if (this.#held.delete(device)) this.#changed();
  }

  forget(device: string): void {
    this.letGo(device);
    if (this.#on.delete(device)) this.#changed();
  }
}
