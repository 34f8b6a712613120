import type { Keyboard, Locator, Page } from 'playwright';

/** More stops than any screen has. */
const mostStops = 400;

/** Goes through the screen as somebody without a mouse does, and refuses what cannot be reached so. */
export class KeyboardOnly {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #keyboard(): Keyboard {
    return this.#page.keyboard;
  }

  /** Presses Tab until this has the focus. */
  async to(target: Locator): Promise<void> {
    const first = target.first();
    await first.waitFor();
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (await first.evaluate((element) => element === document.activeElement)) return;
      await this.#keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${target.toString()}.`);
  }

  /** Goes to this and presses Enter. */
  async press(target: Locator): Promise<void> {
    await this.to(target);
    await this.#keyboard.press('Enter');
  }

  /** Goes to this and types. What it had before is selected when Tab comes to it. */
  async type(target: Locator, text: string): Promise<void> {
    await this.to(target);
    await this.#keyboard.type(text);
  }
}

/** A second press within this time (half a second) only asks again. */
export async function afterDoubleClick(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 600));
}
