import type { ElementOf } from '../../scene/schema/scene.ts';
import { textOf } from '../binding.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { div, type DrawnElement } from './drawn-element.ts';

/** Plays from its start on each press; loaded in advance. If a new sound fails to load, the last good one stays. */
export function drawSound(scene: ElementOf<'sound'>, media: ShowMedia): DrawnElement {
  const node = div('');
  let source = '';
  let mediaMissing = false;
  let sound: HTMLAudioElement | undefined;
  const use = (next: HTMLAudioElement | undefined): void => {
    sound = next;
    node.replaceChildren(...(next ? [next] : []));
  };
  const load = (wanted: string): void => {
    const next = document.createElement('audio');
    next.preload = 'auto';
    next.src = media.address(wanted);
    source = wanted;
    mediaMissing = false;
    next.oncanplay = () => {
      if (wanted !== source) return;
      media.removeMissing(drawn);
      if (next !== sound) use(next);
    };
    next.onerror = () => {
      console.warn(`on air: the sound ${wanted} cannot be played; the last one stays`);
      if (wanted !== source) return;
      mediaMissing = true;
      media.addMissing(drawn, wanted, 'the sound cannot be played');
    };
    // The first sound is used before it has loaded, so that an early press plays as soon as possible.
    if (!sound) use(next);
  };
  const stop = (): void => {
    source = '';
    mediaMissing = false;
    sound?.pause();
    media.removeMissing(drawn);
  };
  const drawn = {
    node,
    get mediaMissing() {
      return mediaMissing;
    },
    show(scope) {
      const wanted = textOf(scene.source, scope);
      // Retried at each request, because the file may exist by now.
      if (wanted === source && !mediaMissing) return;
      if (wanted !== '') return load(wanted);
      stop();
      use(undefined);
    },
    dispose: stop,
    press(field) {
      if (field !== scene.play.field || !sound) return;
      sound.currentTime = 0;
      sound.play().catch((error: unknown) => console.warn(`on air: the sound ${source} did not play`, error));
    },
  } satisfies DrawnElement;
  return drawn;
}
