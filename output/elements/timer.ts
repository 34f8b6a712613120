import type { TimeControl } from '../../contract/model/field.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { elapsed } from '../../contract/model/time-control.ts';
import { numberOf, type Scope, textOf, timerOf } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';
import type { ChannelClock } from '../live/page-service.ts';
import { EachFrame } from '../motion/each-frame.ts';
import type { Fonts } from '../text/fonts.ts';
import { loadFonts, type TextStyle, textStyleOf } from '../text/text-style.ts';
import { type AtEnd, atEndOf, countdownText, timerSigns, timerText } from '../text/timer-text.ts';
import { Words } from '../text/words.ts';

interface TimerValues {
  time: TimeControl;
  format: string;
  /** In ms. */
  from: number | undefined;
  end: AtEnd;
  style: TextStyle;
}

/** Computed in each frame from the service's clock, so it cannot drift. */
export class DrawnTimer implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'timer'>;
  readonly #fonts: Fonts;
  readonly #clock: ChannelClock;
  readonly #words: Words;
  readonly #frames = new EachFrame(() => this.#tick());
  #values: TimerValues | undefined;
  #shown = false;

  constructor(scene: ElementOf<'timer'>, fonts: Fonts, clock: ChannelClock) {
    this.#scene = scene;
    this.#fonts = fonts;
    this.#clock = clock;
    this.#words = new Words(fonts);
    this.node = this.#words.node;
  }

  prepare(scope: Scope): Promise<void> | undefined {
    const { style, end } = this.#read(scope);
    return loadFonts(style, timerSigns + end.endText, this.#fonts);
  }

  show(scope: Scope): void {
    const values = this.#read(scope);
    const words = this.#text(values);
    this.#values = values;
    this.#words.show(words, values.style);
    this.#runWhileNeeded();
  }

  onShown(shown: boolean): void {
    this.#shown = shown;
    if (shown) this.#tick();
    this.#runWhileNeeded();
  }

  dispose(): void {
    this.#frames.run(false);
    this.#words.dispose();
  }

  #read(scope: Scope): TimerValues {
    const { time, format, from } = this.#scene;
    return {
      time: timerOf(time, scope),
      format: textOf(format, scope),
      from: from === undefined ? undefined : numberOf(from, scope) * 1_000,
      end: atEndOf(this.#scene, scope),
      style: textStyleOf(this.#scene, scope),
    };
  }

  #runWhileNeeded(): void {
    this.#frames.run(this.#shown && this.#values?.time.isRunning === true);
  }

  #tick(): void {
    if (this.#values) this.#words.tick(this.#text(this.#values));
  }

  #text({ time, format, from, end }: TimerValues): string {
    const passed = elapsed(time, this.#clock.now());
    return from === undefined ? timerText(passed, format) : countdownText(passed - from, format, end);
  }
}
