import type { ElementOf } from '../../scene/schema/scene.ts';
import { type Scope, textOf } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';
import type { ShowMedia } from '../page/show-media.ts';

/**
 * A sound that plays from its start on each press. Loaded in advance. If a new sound fails to load, the last good one
 * stays.
 */
export class DrawnSound implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'sound'>;
  readonly #media: ShowMedia;
  #source = '';
  #mediaMissing = false;
  #sound: HTMLAudioElement | undefined;

  constructor(scene: ElementOf<'sound'>, media: ShowMedia) {
    this.#scene = scene;
    this.#media = media;
    this.node = document.createElement('div');
  }

  get mediaMissing(): boolean {
    return this.#mediaMissing;
  }

  show(scope: Scope): void {
    const source = textOf(this.#scene.source, scope);
    // Retried at each request, because the file may exist by now.
    if (source === this.#source && !this.#mediaMissing) return;
    if (source === '') {
      this.#stop();
      return this.#use(undefined);
    }
    this.#load(source);
  }

  dispose(): void {
    this.#stop();
  }

  press(field: string): void {
    if (field !== this.#scene.play.field || !this.#sound) return;
    this.#sound.currentTime = 0;
    this.#sound.play().catch((error: unknown) => console.warn(`on air: the sound ${this.#source} did not play`, error));
  }

  #stop(): void {
    this.#source = '';
    this.#mediaMissing = false;
    this.#sound?.pause();
    this.#media.removeMissing(this);
  }

  #load(source: string): void {
    const sound = document.createElement('audio');
    sound.preload = 'auto';
    sound.src = this.#media.address(source);
    this.#source = source;
    this.#mediaMissing = false;
    sound.oncanplay = () => {
      if (source !== this.#source) return;
      this.#media.removeMissing(this);
      if (sound !== this.#sound) this.#use(sound);
    };
    sound.onerror = () => this.#reportMissing(source);
    // The first sound is used before it has loaded, so that an early press plays as soon as possible.
    if (!this.#sound) this.#use(sound);
  }

  #reportMissing(source: string): void {
    console.warn(`on air: the sound ${source} cannot be played; the last one stays`);
    if (source !== this.#source) return;
    this.#mediaMissing = true;
    this.#media.addMissing(this, source, 'the sound cannot be played');
  }

  #use(sound: HTMLAudioElement | undefined): void {
    this.#sound = sound;
    this.node.replaceChildren(...(sound ? [sound] : []));
  }
}
