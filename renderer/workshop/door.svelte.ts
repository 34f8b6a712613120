import type { Component } from 'svelte';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { Workshop } from './state/workshop.svelte.ts';

interface WholeWorkshop {
  Page: Component;
  Workshop: new (desk: DeskClient, page: Window) => Workshop;
}

/** The workshop is large, and not needed to operate: its code is loaded when its page is first shown. */
export class WorkshopDoor {
  readonly #desk: DeskClient;
  readonly #window: Window;
  #opened = $state.raw<Readonly<Workshop>>();

  constructor(desk: DeskClient, page: Window) {
    [this.#desk, this.#window] = [desk, page];
  }

  /** For what is drawn after {@link open}. */
  get workshop(): Readonly<Workshop> {
    if (!this.#opened) throw new Error('The workshop is not open.');
    return this.#opened;
  }

  get unsaved(): boolean {
    return this.#opened?.unsaved ?? false;
  }

  /** Returns its page. Rejects as `load` does: without the desk, which has the code. */
  async open(load: () => Promise<WholeWorkshop>): Promise<Component> {
    const { Page, Workshop } = await load();
    this.#opened ??= new Workshop(this.#desk, this.#window);
    return Page;
  }
}
