import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { type Layout, Side, sideWidths } from '../../contract/desk-api/layout.ts';
import type { DeskClient } from './desk.svelte.ts';

/** How this screen is arranged. It begins as the show has it, and each change is kept there. */
export class Arrangement {
  readonly #desk: Pick<DeskClient, 'call'>;
  readonly #sides = new SvelteMap<Side, number>();
  readonly #folded = new SvelteSet<string>();
  #read = false;

  constructor(desk: Pick<DeskClient, 'call'>) {
    this.#desk = desk;
  }

  /** Takes the arrangement of the show, once: what somebody arranges elsewhere later must move nothing under a hand here. */
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
      // The screen is as the program has it, and the next link tries again.
      this.#read = false;
    }
  }

  /** Takes the arrangement of the show once more, because the operator of this screen put another one there. */
  async readAnew(): Promise<void> {
    this.#read = false;
    await this.read();
  }

  /** In CSS pixels; undefined for the width that the program chooses. */
  width(side: Side): number | undefined {
    return this.#sides.get(side);
  }

  /** Shows a width while it is being dragged. `keep` stores it when it is found. */
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
    // Nobody waits for it: what could not be kept is arranged again.
    this.#desk.call('setLayout', layout).catch(() => undefined);
  }
}
