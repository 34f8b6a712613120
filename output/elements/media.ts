import { errorIn } from '../../contract/errors.ts';
import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, flagOf, numberOf, textOf } from '../binding.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { div, type DrawnElement } from './drawn-element.ts';
import { mediaSlot, openPicture } from './media-slot.ts';

/** Without its picture it shows nothing: that of another person must not stay beside new words. */
export function drawImage({ source, fit, radius }: ElementOf<'image'>, media: ShowMedia): DrawnElement {
  const slot = mediaSlot(media, { name: 'picture', before: 'goes', open: (address) => openPicture(address) });
  const { node } = slot;
  return {
    node,
    get mediaMissing() {
      return slot.mediaMissing;
    },
    prepare: (scope) => slot.prepare(textOf(source, scope)),
    show(scope) {
      node.style.setProperty('--fit', choiceOf(fit, scope, choices.fit));
      if (radius !== undefined) node.style.setProperty('--radius', `${numberOf(radius, scope)}px`);
      slot.show(textOf(source, scope));
    },
    dispose: () => slot.dispose(),
  };
}

/** A video. It starts at every take In. A new video that arrives while In starts at once. */
export function drawVideo(scene: ElementOf<'video'>, media: ShowMedia): DrawnElement {
  const { source, fit, repeat = false, sound = false } = scene;
  let current: HTMLVideoElement | undefined;
  let isShown = false;
  let playback = { loop: false, muted: true };
  const slot = mediaSlot(media, {
    name: 'video',
    before: 'goes',
    open: openVideo,
    onChanged: (video) => {
      current?.pause();
      current = video && Object.assign(video, playback);
      if (isShown) start(current);
    },
  });
  return {
    node: slot.node,
    get mediaMissing() {
      return slot.mediaMissing;
    },
    prepare: (scope) => slot.prepare(textOf(source, scope)),
    show(scope) {
      slot.node.style.setProperty('--fit', choiceOf(fit, scope, choices.fit));
      playback = { loop: flagOf(repeat, scope), muted: !flagOf(sound, scope) };
      if (current) Object.assign(current, playback);
      slot.show(textOf(source, scope));
    },
    onShown(shown) {
      if (shown === isShown) return;
      isShown = shown;
      if (shown) start(current);
      else current?.pause();
    },
    dispose() {
      current?.pause();
      slot.dispose();
    },
  };
}

function openVideo(address: string): { media: HTMLVideoElement; decoded: Promise<unknown> } {
  const media = document.createElement('video');
  media.playsInline = true;
  media.preload = 'auto';
  const decoded = new Promise<void>((resolve, reject) => {
    media.onloadeddata = () => resolve();
    media.onerror = () => reject(new Error(media.error?.message ?? 'the video cannot be played'));
  });
  media.src = address;
  return { media, decoded };
}

function start(video: HTMLVideoElement | undefined): void {
  if (!video) return;
  video.currentTime = 0;
  video.play().catch((error: unknown) => {
    // Replacing or hiding the video aborts a pending `play`.
    if (errorIn(error).name !== 'AbortError') console.warn('on air: a video did not play:', error);
  });
}

/** Plays from its start on each press; loaded in advance. A sound that cannot be loaded plays nothing. */
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
    [source, mediaMissing] = [wanted, false];
    const failed = (reason: string): void => {
      console.warn(`on air: the sound ${wanted} cannot be played: ${reason}`);
      if (wanted !== source) return;
      mediaMissing = true;
      media.addMissing(drawn, wanted, reason);
    };
    next.preload = 'auto';
    next.oncanplay = () => wanted === source && media.removeMissing(drawn);
    next.onerror = () => failed('the sound cannot be played');
    // Used before it has loaded, so that an early press plays as soon as possible.
    use(next);
    try {
      next.src = media.address(wanted);
    } catch (error) {
      failed(errorIn(error).message);
    }
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
