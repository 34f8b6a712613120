import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { lastPanic, type PanicPart, type PanicReport, withEnded } from './panic-report.ts';

/** The last panic, as pressed here and as the log tells how it ended, until the operator has dismissed it. */
export class Panics {
  readonly #desk: Desk;
  #shown = $state.raw<PanicReport>();
  /** What the press here was about, until another panic is told of. */
  #pressed: PanicPart[] = [];
  /** When the newest panic was that the log held, and when the newest was that is done with; 0 for none. */
  #newest = 0;
  #done: number | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The last panic; undefined where there is nothing new. */
  get shown(): PanicReport | undefined {
    return this.#shown;
  }

  /** Everything out, of one app or of all, at `at` (ms since the epoch by the desk's clock). */
  async press(app: string | undefined, at: number): Promise<void> {
    this.#done = this.#newest;
    const pressed = this.#askedOf(app);
    this.#pressed = pressed;
    this.#shown = { at, parts: pressed };
    const of = app === undefined ? 'all apps' : (this.#desk.app(app)?.name ?? app);
    const problem = await this.#desk.ask(`Panic, ${of}`, 'panic', app === undefined ? {} : { app });
    if (!problem || this.#pressed !== pressed) return;
    const text = `NOT SENT: ${problem.message}`;
    this.#shown = { at, parts: pressed.map((part) => ({ ...part, result: 'failed', text })) };
  }

  /** These are the last operations, newest first. What was in the log when the screen opened is old. */
  hear(lines: readonly AsRunLine[]): void {
    const last = lastPanic(lines);
    this.#newest = last?.at ?? this.#newest;
    this.#done ??= this.#newest;
    if (last && last.at !== this.#done) this.#shown = { at: last.at, parts: withEnded(this.#pressed, last.parts) };
  }

  dismiss(): void {
    this.#shown = undefined;
    this.#pressed = [];
    this.#done = this.#newest;
  }

  /** The apps that the desk asks: everything of them, whatever is believed to be in. */
  #askedOf(key: string | undefined): PanicPart[] {
    const apps = this.#desk.apps.filter((app) => key === undefined || app.key === key);
    if (apps.length === 0 && this.#desk.link === 'open') {
      return [{ key: '', name: '', result: 'nothing', text: 'The desk controls no app, so nothing was sent.' }];
    }
    return apps.map(({ key: of, name }) => ({ key: of, name, result: 'asked', text: 'asked, not confirmed yet' }));
  }
}
