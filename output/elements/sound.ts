import type { Payload } from '../../contract/model/field.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';

/** A sound, loaded ahead, that plays from its start with each press; one that cannot be loaded leaves the last good one. */
export class Sound implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'sound'>;
  readonly #surroundings: Surroundings;
  #source = '';
  #sound: HTMLAudioElement | undefined;

  constructor(scene: ElementOf<'sound'>, surroundings: Surroundings) {
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.node = surroundings.document.createElement('div');
  }

  show(values: Payload): void {
    const source = textOf(this.#scene.source, values);
    if (source === this.#source) return;
    this.#source = source;
    if (source === '') return this.#use(undefined);
    this.#load(source);
  }

  press(field: string): void {
    if (field !== this.#scene.play.field || !this.#sound) return;
    this.#sound.currentTime = 0;
    this.#sound.play().catch((error: unknown) => console.warn(`on air: the sound ${this.#source} did not play`, error));
  }

  #load(source: string): void {
    const sound = this.#surroundings.document.createElement('audio');
    sound.preload = 'auto';
    sound.src = this.#surroundings.address(source);
    sound.oncanplay = () => {
      if (source === this.#source && sound !== this.#sound) this.#use(sound);
    };
    sound.onerror = () => console.warn(`on air: the sound ${source} cannot be played; the last one stays`);
    // The first one is used at once: a press that comes while it is loading then plays as soon as it can.
    if (!this.#sound) this.#use(sound);
  }

  #use(sound: HTMLAudioElement | undefined): void {
    this.#sound = sound;
    this.node.replaceChildren(...(sound ? [sound] : []));
  }
}
