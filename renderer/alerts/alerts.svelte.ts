/** A failed call of this screen, or words of another screen that it replaced. `times` counts repetitions of a text. */
export interface Alert {
  id: number;
  text: string;
  times: number;
}

const atMost = 3;
/** In ms. */
const shownFor = 20_000;

export class Alerts {
  #shown = $state.raw<Alert[]>([]);
  #lastId = 0;

  /** Newest first. */
  get shown(): readonly Alert[] {
    return this.#shown;
  }

  raise(text: string): void {
    const again = this.#shown.find((alert) => alert.text === text);
    const alert = { id: ++this.#lastId, text, times: (again?.times ?? 0) + 1 };
    this.#shown = [alert, ...this.#shown.filter((other) => other !== again)].slice(0, atMost);
    setTimeout(() => this.dismiss(alert.id), shownFor);
  }

  dismiss(id: number): void {
    this.#shown = this.#shown.filter((alert) => alert.id !== id);
  }
}
