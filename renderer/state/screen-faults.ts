import type { Alerts } from '../alerts/alerts.svelte.ts';
import type { DeskClient } from './desk.svelte.ts';
import { texts } from '../texts/texts.ts';

/** The desk's limits, in characters. */
const longest = { message: 2_000, stack: 8_000 };
/** The most causes of an error. An error may be its own cause. */
const mostCauses = 8;
/** The most different faults that are remembered; a remembered fault is not reported again. */
const most = 50;

/** Reports this screen's faults to the desk, and shows the operator the id in the desk's log. */
export class ScreenFaults {
  readonly #desk: DeskClient;
  readonly #alerts: Alerts;
  readonly #known = new Map<string, Promise<string>>();

  constructor(desk: DeskClient, alerts: Alerts) {
    this.#desk = desk;
    this.#alerts = alerts;
  }

  /** Reports an uncaught error; `part` names the failed part of the screen. Never rejects. */
  async report(thrown: unknown, part = ''): Promise<void> {
    const { message: said, stack } = described(thrown);
    const message = part === '' ? said : `${part}: ${said}`.slice(0, longest.message);
    const key = `${message}\n${stack}`;
    const words = this.#known.get(key) ?? this.#logged(message, stack, () => this.#known.delete(key));
    if (this.#known.size < most) this.#known.set(key, words);
    this.#alerts.raise(await words);
  }

  /** `onLost`: the log does not have the fault, so its next occurrence is reported again. */
  async #logged(message: string, stack: string, onLost: () => void): Promise<string> {
    const { id, why } = await this.#desk.call('reportError', { message, stack }).then(
      ({ id }) => ({ id, why: texts.state.tooMuchAtOnce }),
      (error: unknown) => ({ id: null, why: error instanceof Error ? error.message : String(error) }),
    );
    if (id === null) onLost();
    return id === null ? texts.state.notLogged(why, message) : texts.state.logged(id);
  }
}

function described(thrown: unknown): { message: string; stack: string } {
  const error = thrown instanceof Error ? thrown : undefined;
  const causes: string[] = [];
  for (let next: unknown = error; next instanceof Error && causes.length < mostCauses; next = next.cause)
    causes.push(next.stack ?? String(next));
  return {
    message: String(error ?? thrown).slice(0, longest.message),
    stack: causes.join('\nCaused by: ').slice(0, longest.stack),
  };
}
