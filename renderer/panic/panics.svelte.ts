import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { inOrder, lastPanic, type PanicPart, type PanicReport } from './panic-report.ts';
import { answered } from '../state/known-error.ts';
import { texts } from '../texts/texts.ts';

const words = texts.panic;

/** The last panic, pressed here or read from the as-run log, until the operator dismisses it. */
export class Panics {
  readonly #desk: DeskClient;
  #shown = $state.raw<PanicReport>();
  #pressed: PanicPart[] = [];
  /** The time of the newest panic in the log, and of the newest one dismissed or older than this screen; 0 for none. */
  #newest = 0;
  #dismissed: number | undefined;

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  get shown(): PanicReport | undefined {
    return this.#shown;
  }

  /** Takes everything out, of one app instance or of all, at `at` (ms since the epoch by the desk's clock). */
  async press(app: string | undefined, at: number): Promise<void> {
    this.#dismissed = this.#newest;
    const pressed = this.#pendingParts(app);
    this.#pressed = pressed;
    this.#shown = { at, parts: pressed };
    const target = app === undefined ? words.allInstances : (this.#desk.app(app)?.name ?? app);
    const late = { result: 'unknown' as const, text: words.unknown('', words.notAnswered) };
    const problem = await answered(this.#desk.do(words.panicOf(target), { do: 'panic', app }), () => {
      if (this.#pressed === pressed) this.#shown = { at, parts: pressed.map((part) => ({ ...part, ...late })) };
    });
    if (!problem || this.#pressed !== pressed) return;
    const text = words.notSent(problem.message);
    this.#shown = { at, parts: pressed.map((part) => ({ ...part, result: 'failed', text })) };
  }

  /** Takes the last operations, newest first. Panics from before the screen opened are not shown. */
  readLog(lines: readonly ShownLine[]): void {
    const last = lastPanic(lines);
    this.#newest = last?.at ?? this.#newest;
    this.#dismissed ??= this.#newest;
    if (!last || last.at === this.#dismissed) return;
    const order = this.#desk.apps.map(({ key }) => key);
    this.#shown = { at: last.at, parts: inOrder(order, this.#pressed, last.parts) };
  }

  dismiss(): void {
    this.#shown = undefined;
    this.#pressed = [];
    this.#dismissed = this.#newest;
  }

  #pendingParts(key: string | undefined): PanicPart[] {
    const apps = this.#desk.apps.filter((app) => key === undefined || app.key === key);
    if (apps.length === 0 && this.#desk.link === 'open') {
      return [{ key: '', name: '', result: 'nothing', text: words.noApp }];
    }
    return apps.map(({ key: appKey, name }) => ({
      key: appKey,
      name,
      result: 'pending',
      text: words.pending,
    }));
  }
}
