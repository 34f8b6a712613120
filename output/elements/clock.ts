import type { ElementOf } from '../../scene/schema/scene.ts';
import { type Scope, textOf } from '../binding.ts';
import { type ClockFace, clockText } from '../text/clock-text.ts';
import type { DrawnElement } from './drawn-element.ts';
import type { ChannelClock } from '../live/page-service.ts';
import { EachFrame } from '../motion/each-frame.ts';
import type { Fonts } from '../text/fonts.ts';
import { loadFonts, type TextStyle, textStyleOf } from '../text/text-style.ts';
import { type AtEnd, atEndOf, countdownText, timerSigns } from '../text/timer-text.ts';
import { sinceTime } from '../text/time-zone.ts';
import { Words } from '../text/words.ts';

interface ClockValues {
  face: ClockFace;
  until: string | undefined;
  end: AtEnd;
  style: TextStyle;
}

/** The time of day, or the time left until one. Computed in each frame from the service's clock, so all pages agree. */
export class DrawnClock implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'clock'>;
  readonly #fonts: Fonts;
  readonly #clock: ChannelClock;
  readonly #words: Words;
  readonly #frames = new EachFrame(() => this.#tick());
  #values: ClockValues | undefined;
  /** The displayed tenth of a second. Nothing changes within it. */
  #tenth = -1;

  constructor(scene: ElementOf<'clock'>, fonts: Fonts, clock: ChannelClock) {
    this.#scene = scene;
    this.#fonts = fonts;
    this.#clock = clock;
    this.#words = new Words(fonts);
    this.node = this.#words.node;
  }

  prepare(scope: Scope): Promise<void> | undefined {
    const values = this.#read(scope);
    const words = timerSigns + values.end.endText + this.#text(values);
    return loadFonts(values.style, words, this.#fonts);
  }

  show(scope: Scope): void {
    const values = this.#read(scope);
    const words = this.#text(values);
    this.#values = values;
    this.#words.show(words, values.style);
  }

  onShown(shown: boolean): void {
    if (shown) this.#tick();
    this.#frames.run(shown);
  }

  dispose(): void {
    this.#frames.run(false);
    this.#words.dispose();
  }

  #read(scope: Scope): ClockValues {
    const { zone, format, until } = this.#scene;
    const style = textStyleOf(this.#scene, scope);
    return {
      face: { zone: textOf(zone, scope), format: textOf(format, scope), language: style.font.language ?? 'en' },
      until: until === undefined ? undefined : textOf(until, scope),
      end: atEndOf(this.#scene, scope),
      style,
    };
  }

  #tick(): void {
    const tenth = Math.floor(this.#clock.now() / 100);
    if (!this.#values || tenth === this.#tenth) return;
    this.#tenth = tenth;
    this.#words.tick(this.#text(this.#values));
  }

  #text({ face, until, end }: ClockValues): string {
    const now = this.#clock.now();
    if (until === undefined) return clockText(now, face);
    return countdownText(sinceTime(until, face.zone, now), face.format, end);
  }
}
