import type { TimeControl } from '../../contract/model/field.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { elapsed } from '../../contract/model/time-control.ts';
import { numberOf, type Scope, textOf, timerOf } from '../binding.ts';
import { atEndOf } from './at-end.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { EachFrame } from './each-frame.ts';
import { fontsFor, type Look, lookOf } from './text-style.ts';
import { type AtEnd, countdownText, timerSigns, timerText } from './timer-text.ts';
import { Words } from './words.ts';

/** What a timer is made of, read out of its fields. */
interface Reading {
  time: TimeControl;
  format: string;
  /** Milliseconds that it counts down from. */
  from: number | undefined;
  end: AtEnd;
  look: Look;
}

/** A timer, told anew from the service's clock in each frame: it adds nothing up, so it cannot drift. */
export class Timer implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'timer'>;
  readonly #surroundings: Surroundings;
  readonly #words: Words;
  readonly #frames = new EachFrame(() => this.#tick());
  #reading: Reading | undefined;
  #shown = false;

  constructor(scene: ElementOf<'timer'>, surroundings: Surroundings) {
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.#words = new Words(surroundings);
    this.node = this.#words.node;
  }

  prepare(scope: Scope): Promise<void> | undefined {
    const { look, end } = this.#read(scope);
    return fontsFor(look, timerSigns + end.endText, this.#surroundings.fonts);
  }

  show(scope: Scope): void {
    const reading = this.#read(scope);
    const words = this.#told(reading);
    this.#reading = reading;
    this.#words.show(words, reading.look);
    this.#runWhereNeeded();
  }

  onShown(shown: boolean): void {
    this.#shown = shown;
    if (shown) this.#tick();
    this.#runWhereNeeded();
  }

  leave(): void {
    this.#frames.run(false);
    this.#words.leave();
  }

  #read(scope: Scope): Reading {
    const { time, format, from } = this.#scene;
    return {
      time: timerOf(time, scope),
      format: textOf(format, scope),
      from: from === undefined ? undefined : numberOf(from, scope) * 1_000,
      end: atEndOf(this.#scene, scope),
      look: lookOf(this.#scene, scope),
    };
  }

  #runWhereNeeded(): void {
    this.#frames.run(this.#shown && this.#reading?.time.isRunning === true);
  }

  #tick(): void {
    if (this.#reading) this.#words.tick(this.#told(this.#reading));
  }

  #told({ time, format, from, end }: Reading): string {
    const passed = elapsed(time, this.#surroundings.now());
    return from === undefined ? timerText(passed, format) : countdownText(passed - from, format, end);
  }
}
