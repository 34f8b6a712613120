import type { Action } from '../../contract/desk-api/action.ts';

/** The devices whose faders and knobs count a tenth: since that was switched on, or while a control is held. */
export class FineModes {
  readonly #on = new Set<string>();
  /** The controls that are held for it, by device. */
  readonly #held = new Map<string, Set<string>>();
  readonly #changed: () => void;

  /** `changed` is called whenever there may be others. */
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

  /** A control came up, whatever it does. */
  release(device: string, control: string): void {
    const held = this.#held.get(device);
    if (!held?.delete(control)) return;
    if (held.size === 0) this.#held.delete(device);
    this.#changed();
  }

  /** Nobody knows any more what is held on a device. */
  letGo(device: string): void {
    if (this.#held.delete(device)) this.#changed();
  }

  /** The device went away. */
  forget(device: string): void {
    this.letGo(device);
    if (this.#on.delete(device)) this.#changed();
  }
}
