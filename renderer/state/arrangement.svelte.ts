import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { type Layout, Side, sideWidths } from '../../contract/desk-api/layout.ts';
import type { DeskClient } from './desk.svelte.ts';

/** The arrangement of this screen. It starts from the show's, and the show keeps each change. */
export class Arrangement {
  readonly #desk: Pick<DeskClient, 'call'>;
  readonly #sides = new SvelteMap<Side, number>();
  readonly #folded = new SvelteSet<string>();
  #read = false;

  constructor(desk: Pick<DeskClient, 'call'>) {
    this.#desk = desk;
  }

  /** Reads the show's arrangement once: a later change elsewhere must not move anything under a hand here. */
  async read(): Promise<void> {
    if (this.#read) return;
    this.#read = true;
    try {
      const { sides, folded } = await this.#desk.call('readLayout', {});
      this.#sides.clear();
      this.#folded.clear();
      for (const side of Side.options) if (sides[side] !== undefined) this.#sides.set(side, sides[side]);
      for (const id of folded) this.#folded.add(id);
    } catch {
      // The screen keeps the program's default, and the next link tries again.
      this.#read = false;
    }
  }

  /** Reads the arrangement again, after the operator of this screen replaced the show's. */
  async readAnew(): Promise<void> {
    this.#read = false;
    await this.read();
  }

  /** In CSS pixels; undefined for the default width. */
  width(side: Side): number | undefined {
    return this.#sides.get(side);
  }

  /** Shows a width during a drag. `keep` stores the final one. */
  size(side: Side, width: number | undefined): void {
    if (width === undefined) this.#sides.delete(side);
    else this.#sides.set(side, Math.round(Math.min(Math.max(width, sideWidths.least), sideWidths.most)));
  }

  isFolded(id: string): boolean {
    return this.#folded.has(id);
  }

  fold(id: string, folded: boolean): void {
    if (folded) this.#folded.add(id);
    else this.#folded.delete(id);
    this.keep();
  }

  keep(): void {
    const layout: Layout = { sides: Object.fromEntries(this.#sides), folded: [...this.#folded] };
    // Best effort: an operator can arrange the screen again.
    this.#desk.call('setLayout', layout).catch(() => undefined);
  }
}
