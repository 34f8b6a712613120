import { errorIn } from '../../contract/errors.ts';
import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, flagOf, textOf } from '../binding.ts';
import type { ShowMedia } from '../page/show-media.ts';
import type { DrawnElement } from './drawn-element.ts';
import { MediaSlot } from './media-slot.ts';

/** A video. It starts at every take In. A new video that arrives while In starts at once. */
export function drawVideo(scene: ElementOf<'video'>, media: ShowMedia): DrawnElement {
  const { source, fit, repeat = false, sound = false } = scene;
  let current: HTMLVideoElement | undefined;
  let isShown = false;
  let playback = { loop: false, muted: true };
  const slot = new MediaSlot(media, {
    name: 'video',
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
