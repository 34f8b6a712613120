import type { Payload, TimeControl } from '../../contract/model/field.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { elapsed } from '../../contract/model/time-control.ts';
import { textOf, timerOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { EachFrame } from './each-frame.ts';
import { applyTextStyle } from './text-style.ts';
import { timerText } from './timer-text.ts';

/** A timer, told anew from the service's clock in each frame: it adds nothing up, so it cannot drift. */
export class Timer implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'timer'>;
  readonly #now: () => number;
  readonly #words: HTMLElement;
  readonly #frames = new EachFrame(() => this.#tell());
  #time: TimeControl = { UTC: 0, isRunning: false, value: 0 };
  #format = 'mm:ss';
  #shown = false;

  constructor(scene: ElementOf<'timer'>, { document, now }: Surroundings) {
    this.#scene = scene;
    this.#now = now;
    this.node = document.createElement('div');
    this.node.className = 'text';
    this.#words = document.createElement('div');
    this.#words.className = 'words';
    this.node.append(this.#words);
  }

  show(values: Payload): void {
    const time = timerOf(this.#scene.time, values);
    const format = textOf(this.#scene.format, values);
    timerText(0, format);
    this.#time = time;
    this.#format = format;
    applyTextStyle(this.node, this.#scene, values);
    this.#tell();
    this.#runWhereNeeded();
  }

  onShown(shown: boolean): void {
    this.#shown = shown;
    if (shown) this.#tell();
    this.#runWhereNeeded();
  }

  #runWhereNeeded(): void {
    this.#frames.run(this.#shown && this.#time.isRunning);
  }

  #tell(): void {
    const words = timerText(elapsed(this.#time, this.#now()), this.#format);
    if (this.#words.textContent !== words) this.#words.textContent = words;
  }
}
