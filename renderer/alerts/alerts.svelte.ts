/** A failed call of this screen, or words of another screen that it replaced. `times` counts repetitions of a text. */
export interface Alert {
  id: number;
  text: string;
  times: number;
  /** The press that failed. */
  press: string | undefined;
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

  raise(text: string, press?: string): void {
    const again = this.#shown.find((alert) => alert.text === text);
    const alert = { id: ++this.#lastId, text, times: (again?.times ?? 0) + 1, press };
    this.#shown = [alert, ...this.#shown.filter((other) => other !== again)].slice(0, atMost);
    setTimeout(() => this.dismiss(alert.id), shownFor);
  }

  /** A refusal beside the same press that worked would be a false word. */
  carriedOut(press: string | undefined): void {
    if (press === undefined) return;
    const left = this.#shown.filter((alert) => alert.press !== press);
    if (left.length < this.#shown.length) this.#shown = left;
  }

  dismiss(id: number): void {
    this.#shown = this.#shown.filter((alert) => alert.id !== id);
  }
}
