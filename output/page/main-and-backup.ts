import type { ActiveSide } from '../../contract/service-api/desk-presence.ts';
import { isLater } from '../../contract/service-api/latest-word.ts';
import { deadAfter } from '../../contract/service-api/live-timing.ts';

type ShownSide = ActiveSide['side'];

/** From the backup's page to the page that embeds it. `drawn`: it has a picture. */
interface BackupSaid {
  active: ActiveSide | undefined;
  drawn: boolean;
}

interface BackupTold {
  shown: boolean;
}

/** Milliseconds until a page of the backup that has said nothing is loaded again. */
const loadAgain = 5_000;

/**
 * One page for main and backup. It embeds the backup's page, so both pictures are always drawn and a change is one
 * frame. It shows the side of the latest word of a desk, whichever service brings the word: a lost service is no word.
 * A side without a picture is not shown. Nothing is shown until both sides have a picture, because either service may
 * have the latest word; the first picture waits no longer than for a dead service ({@link deadAfter}).
 * @param onShown called with the shown side, at first and after each change
 */
export function mainAndBackup(main: HTMLElement, address: string, onShown: (side: ShownSide) => void) {
  const frame = document.createElement('iframe');
  frame.id = 'backup';
  frame.allow = 'autoplay';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  // Opacity hides without the browser stopping the frames, as it does in a hidden frame of another address.
  for (const { style } of [main, frame]) style.opacity = '0';
  const drawn: Record<ShownSide, boolean> = { main: false, backup: false };
  let word: ActiveSide | undefined;
  let shown: ShownSide | undefined;

  const tell = (): void => {
    const told: BackupTold = { shown: shown === 'backup' };
    frame.contentWindow?.postMessage(told, '*');
  };
  const show = (side: ShownSide): void => {
    if (side === shown) return;
    shown = side;
    main.style.opacity = side === 'main' ? '' : '0';
    frame.style.opacity = side === 'backup' ? '' : '0';
    tell();
    onShown(side);
  };
  const follow = (): void => {
    const wanted = word?.side ?? 'main';
    const decided = shown !== undefined || (drawn.main && drawn.backup);
    if (decided && drawn[wanted]) show(wanted);
  };
  const hear = (active: ActiveSide | undefined): void => {
    if (active && isLater(active, word)) word = active;
    follow();
  };
  const draws = (side: ShownSide): void => {
    if (drawn[side]) return;
    drawn[side] = true;
    follow();
    if (shown === undefined) setTimeout(() => show(shown ?? side), deadAfter);
  };
  addEventListener('message', ({ source, data }: MessageEvent<BackupSaid>) => {
    if (source !== frame.contentWindow) return;
    clearInterval(loading);
    hear(data.active);
    if (data.drawn) draws('backup');
    tell();
  });
  // A browser does not load a page again by itself that could not be reached.
  const loading = setInterval(() => (frame.src = address), loadAgain);
  frame.src = address;
  main.after(frame);
  return { hear, draws: () => draws('main') };
}

/** The backup's page in {@link mainAndBackup}. `onTold`: whether this page is shown. */
export function embeddedBackup(onTold: (shown: boolean) => void) {
  const said: BackupSaid = { active: undefined, drawn: false };
  const say = (): void => parent.postMessage(said, '*');
  addEventListener('message', ({ source, data }: MessageEvent<BackupTold>) => {
    if (source === parent) onTold(data.shown);
  });
  say();
  return {
    hear(active: ActiveSide | undefined): void {
      said.active = active;
      say();
    },
    draws(): void {
      said.drawn = true;
      say();
    },
  };
}

/** Silences what the page plays while it is hidden, so that viewers hear one side. Returns the switch. */
export function soundOf(page: Document): (heard: boolean) => void {
  let volume = 1;
  const set = (media: unknown): void => {
    if (media instanceof HTMLMediaElement) media.volume = volume;
  };
  page.addEventListener('play', ({ target }) => set(target), { capture: true });
  return (heard) => {
    volume = heard ? 1 : 0;
    page.querySelectorAll('audio, video').forEach(set);
  };
}
