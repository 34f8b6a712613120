/** Something that was asked for here and did not happen. `times` counts the same thing happening again and again. */
export interface Alert {
  id: number;
  text: string;
  times: number;
}

/** How many alerts are shown at once; the oldest gives way. */
const most = 3;
/** How long an alert stays by itself, in milliseconds. */
const staysFor = 20_000;

/** The failed calls that the operator has not waved away yet. */
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
    this.#shown = [alert, ...this.#shown.filter((other) => other !== again)].slice(0, most);
    setTimeout(() => this.dismiss(alert.id), staysFor);
  }

  dismiss(id: number): void {
    this.#shown = this.#shown.filter((alert) => alert.id !== id);
  }
}
