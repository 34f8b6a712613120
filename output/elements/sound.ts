import type { ElementOf } from '../../scene/schema/scene.ts';
import { type Scope, textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';

/** A sound, loaded ahead, that plays from its start with each press; one that cannot be loaded leaves the last good one. */
export class Sound implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'sound'>;
  readonly #surroundings: Surroundings;
  #source = '';
  #lacking = false;
  #sound: HTMLAudioElement | undefined;

  constructor(scene: ElementOf<'sound'>, surroundings: Surroundings) {
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.node = surroundings.document.createElement('div');
  }

  get lacking(): boolean {
    return this.#lacking;
  }

  show(scope: Scope): void {
    const source = textOf(this.#scene.source, scope);
    // One that failed is tried again when it is asked for again: it may have come to exist meanwhile.
    if (source === this.#source && !this.#lacking) return;
    if (source === '') {
      this.leave();
      return this.#use(undefined);
    }
    this.#load(source);
  }

  leave(): void {
    this.#source = '';
    this.#lacking = false;
    this.#sound?.pause();
    this.#surroundings.missing.found(this);
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
    this.#source = source;
    this.#lacking = false;
    sound.oncanplay = () => {
      if (source !== this.#source) return;
      this.#surroundings.missing.found(this);
      if (sound !== this.#sound) this.#use(sound);
    };
    sound.onerror = () => this.#lack(source);
    // The first one is used at once: a press that comes while it is loading then plays as soon as it can.
    if (!this.#sound) this.#use(sound);
  }

  #lack(source: string): void {
    console.warn(`on air: the sound ${source} cannot be played; the last one stays`);
    if (source !== this.#source) return;
    this.#lacking = true;
    this.#surroundings.missing.lost(this, source, 'the sound cannot be played');
  }

  #use(sound: HTMLAudioElement | undefined): void {
    this.#sound = sound;
    this.node.replaceChildren(...(sound ? [sound] : []));
  }
}
