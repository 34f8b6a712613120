import type { ElementOf } from '../../scene/schema/scene.ts';
import { type Scope, textOf } from '../binding.ts';
import { atEndOf } from './at-end.ts';
import { type ClockFace, clockText } from './clock-text.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { EachFrame } from './each-frame.ts';
import { fontsFor, type Look, lookOf } from './text-style.ts';
import { type AtEnd, countdownText, timerSigns } from './timer-text.ts';
import { sinceTime } from './time-zone.ts';
import { Words } from './words.ts';

/** What a clock is made of, read out of its fields. */
interface Reading {
  face: ClockFace;
  /** What it counts down to. */
  until: string | undefined;
  end: AtEnd;
  look: Look;
}

/** The time of day, or how long it is until one: told anew from the service's clock, which all pages share, in each frame. */
export class Clock implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'clock'>;
  readonly #surroundings: Surroundings;
  readonly #words: Words;
  readonly #frames = new EachFrame(() => this.#tick());
  #reading: Reading | undefined;
  /** The tenth of a second that is told: within it nothing changes. */
  #tenth = -1;

  constructor(scene: ElementOf<'clock'>, surroundings: Surroundings) {
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.#words = new Words(surroundings);
    this.node = this.#words.node;
  }

  prepare(scope: Scope): Promise<void> | undefined {
    const reading = this.#read(scope);
    const words = timerSigns + reading.end.endText + this.#told(reading);
    return fontsFor(reading.look, words, this.#surroundings.fonts);
  }

  show(scope: Scope): void {
    const reading = this.#read(scope);
    const words = this.#told(reading);
    this.#reading = reading;
    this.#words.show(words, reading.look);
  }

  onShown(shown: boolean): void {
    if (shown) this.#tick();
    this.#frames.run(shown);
  }

  leave(): void {
    this.#frames.run(false);
    this.#words.leave();
  }

  #read(scope: Scope): Reading {
    const { zone, format, until } = this.#scene;
    const look = lookOf(this.#scene, scope);
    return {
      face: { zone: textOf(zone, scope), format: textOf(format, scope), language: look.font.language ?? 'en' },
      until: until === undefined ? undefined : textOf(until, scope),
      end: atEndOf(this.#scene, scope),
      look,
    };
  }

  #tick(): void {
    const tenth = Math.floor(this.#surroundings.now() / 100);
    if (!this.#reading || tenth === this.#tenth) return;
    this.#tenth = tenth;
    this.#words.tick(this.#told(this.#reading));
  }

  #told({ face, until, end }: Reading): string {
    const now = this.#surroundings.now();
    if (until === undefined) return clockText(now, face);
    return countdownText(sinceTime(until, face.zone, now), face.format, end);
  }
}
