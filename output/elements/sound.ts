import type { ElementOf } from '../../scene/schema/scene.ts';
import { type Scope, textOf } from '../binding.ts';
import type { DrawnElement, ElementPorts } from './drawn-element.ts';

/** A sound, loaded ahead, that plays from its start with each press; one that cannot be loaded leaves the last good one. */
export class Sound implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'sound'>;
  readonly #ports: ElementPorts;
  #source = '';
  #mediaMissing = false;
  #sound: HTMLAudioElement | undefined;

  constructor(scene: ElementOf<'sound'>, ports: ElementPorts) {
    this.#scene = scene;
    this.#ports = ports;
    this.node = ports.document.createElement('div');
  }

  get mediaMissing(): boolean {
    return this.#mediaMissing;
  }

  show(scope: Scope): void {
    const source = textOf(this.#scene.source, scope);
    // One that failed is tried again when it is asked for again: it may have come to exist meanwhile.
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
    this.#ports.missingMedia.remove(this);
  }

  #load(source: string): void {
    const sound = this.#ports.document.createElement('audio');
    sound.preload = 'auto';
    sound.src = this.#ports.address(source);
    this.#source = source;
    this.#mediaMissing = false;
    sound.oncanplay = () => {
      if (source !== this.#source) return;
      this.#ports.missingMedia.remove(this);
      if (sound !== this.#sound) this.#use(sound);
    };
    sound.onerror = () => this.#reportMissing(source);
    // The first one is used at once: a press that comes while it is loading then plays as soon as it can.
    if (!this.#sound) this.#use(sound);
  }

  #reportMissing(source: string): void {
    console.warn(`on air: the sound ${source} cannot be played; the last one stays`);
    if (source !== this.#source) return;
    this.#mediaMissing = true;
    this.#ports.missingMedia.add(this, source, 'the sound cannot be played');
  }

  #use(sound: HTMLAudioElement | undefined): void {
    this.#sound = sound;
    this.node.replaceChildren(...(sound ? [sound] : []));
  }
}
