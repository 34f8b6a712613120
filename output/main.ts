import { engineOf } from './page/engine.ts';
import { EachFrame } from './motion/each-frame.ts';
import { watchFrames } from './page/frame-meter.ts';
import type { PageRole } from '../contract/service-api/output-page.ts';
import { embeddedBackup, mainAndBackup, soundOf } from './page/main-and-backup.ts';
import { deadAfter } from '../contract/service-api/live-timing.ts';
import { openOutputLink } from './live/live-link.ts';
import { PageService } from './live/page-service.ts';
import { askedFrames } from './page/asked-frames.ts';
import { isMoving } from './motion/animations.ts';
import { pageOptions } from './page/page-options.ts';
import { Picture } from './show/picture.ts';
import { Preview } from './preview/preview.ts';
import { previewFrame } from './preview/followed-show.ts';
import { pageReporter } from './page/page-reporter.ts';
import { drawStage } from './page/stage.ts';

/**
 * The output page. `/onair/{outputToken}` follows a show (options: {@link pageOptions}); `/preview/` has no link and
 * draws the embedding page's requests. Attributes of the root element report the state to outside tools: `data-role`;
 * `data-link`: `live`, `lost` or `refused`; `data-revision`: the revision in the picture; `data-shown`: `main` or
 * `backup`, in a page that draws both, once it shows either. A page in an engine that is too old draws nothing.
 */
const about = document.documentElement.dataset;
const found = document.querySelector<HTMLElement>('#stage');
if (!found) throw new Error('the page has no #stage');
const node: HTMLElement = found;

const token = /\/onair\/([^/]+)/.exec(location.pathname)?.[1];
const options = pageOptions(location.search, (color) => CSS.supports('color', color));
const role = token === undefined ? 'preview' : options.role;
about.role = role;
if (options.layer) about.layer = options.layer;

const engine = engineOf(navigator.userAgent);
const stage = drawStage(node, options);
const service = new PageService();

const frames = askedFrames(document);
let hidden = false;
const hear = soundOf(document);
const setShown = (shown: boolean): void => {
  hidden = !shown;
  hear(shown);
};
const pair = pairOf(role);

let send: ((text: string) => void) | undefined;
const reporter = pageReporter(
  role,
  () => ({
    width: innerWidth,
    height: innerHeight,
    engine,
    missing: picture.missing,
    ...(picture.failures.length > 0 && { failures: picture.failures }),
    ...(hidden && { hidden }),
    ...(frames.drew !== undefined && { drew: frames.drew }),
  }),
  (text) => send?.(text),
);

const watch = watchFrames(
  reporter.meter,
  (callback) => requestAnimationFrame(callback),
  () => EachFrame.running > 0 || isMoving(),
);
// A hidden page draws no frames, so none count as dropped.
document.addEventListener('visibilitychange', () => reporter.meter.pause());

const picture = new Picture(stage, service, {
  shown(revision) {
    about.revision = String(revision);
    reporter.shown(revision);
    pair?.draws();
    watch.changed();
  },
  failure: () => reporter.due(performance.now()),
});

/** After the embedding page's first request, the page draws only requests, not the show. */
const embedded = role === 'preview' && parent !== window;
const preview = embedded ? new Preview(stage, service, () => picture.dispose()) : undefined;

if (token !== undefined) {
  about.link = 'lost';
  send = openOutputLink(
    {
      open: (revision) => new WebSocket(liveAddress(token, revision)),
      isThere: () =>
        fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(deadAfter) }).then(
          () => true,
          () => false,
        ),
    },
    (frame) => {
      if (frame.type === 'snapshot') service.mediaUrl = frame.app.mediaUrl;
      if (engine.tooOld) return;
      preview?.follow(frame);
      if (!preview?.controlled) picture.receive(role === 'preview' ? previewFrame(frame, options.only) : frame);
    },
    (state) => {
      const before = about.link;
      about.link = state.is;
      if (state.is === 'live') {
        pair?.hear(state.toPages.active);
        if (state.toPages.draw !== undefined) frames.draw(state.toPages.draw);
        if (before !== 'live') reporter.opened();
        service.clock.follow(state.now);
        reporter.due(performance.now());
        watch.beat(performance.now());
      } else if (before !== state.is) {
        if (state.is === 'refused') {
          console.error(`on air: the service refuses this address, so it shows nothing new: ${state.reason}`);
        } else console.warn(`on air: the link to the service is lost, so the picture stands still: ${state.reason}`);
      }
    },
  );
}

/** What this page has to do with main and backup: it shows one of both, or is the backup's page in such a page. */
function pairOf(role: PageRole): Pick<ReturnType<typeof embeddedBackup>, 'hear' | 'draws'> | undefined {
  if (role !== 'output' || token === undefined) return undefined;
  if (parent !== window) return embeddedBackup(setShown);
  if (options.backup === undefined) return undefined;
  setShown(false);
  return mainAndBackup(node, options.backup, (side) => {
    about.shown = side;
    setShown(side === 'main');
  });
}

function liveAddress(token: string, revision: number | undefined): URL {
  const address = new URL(`/apiv2/controlapps/${token}/live`, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = revision === undefined ? '?scene=1' : `?scene=1&revision=${revision}`;
  return address;
}
