import { EachFrame } from './motion/each-frame.ts';
import { watchFrames } from './page/frame-meter.ts';
import { openOutputLink } from './live/live-link.ts';
import { PageService } from './live/page-service.ts';
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
 * `data-link`: `live`, `lost` or `refused`; `data-revision`: the revision in the picture.
 */
const about = document.documentElement.dataset;
const node = document.querySelector<HTMLElement>('#stage');
if (!node) throw new Error('the page has no #stage');

const token = /\/onair\/([^/]+)/.exec(location.pathname)?.[1];
const options = pageOptions(location.search, (color) => CSS.supports('color', color));
const role = token === undefined ? 'preview' : options.role;
about.role = role;

const stage = drawStage(node, options);
const service = new PageService();

let send: ((text: string) => void) | undefined;
const reporter = pageReporter(
  role,
  () => ({ width: innerWidth, height: innerHeight, missing: picture.missing }),
  (text) => send?.(text),
);

const watch = watchFrames(
  reporter.meter,
  (callback) => requestAnimationFrame(callback),
  () => EachFrame.running > 0 || isMoving(),
);
// A hidden page draws no frames, so none count as dropped.
document.addEventListener('visibilitychange', () => reporter.meter.pause());

const picture = new Picture(stage, service, (revision) => {
  about.revision = String(revision);
  reporter.shown(revision);
  watch.changed();
});

/** After the embedding page's first request, the page draws only requests, not the show. */
const embedded = role === 'preview' && parent !== window;
const preview = embedded ? new Preview(stage, service, () => picture.dispose()) : undefined;

if (token !== undefined) {
  about.link = 'lost';
  send = openOutputLink(
    (revision) => new WebSocket(liveAddress(token, revision)),
    (frame) => {
      if (frame.type === 'snapshot') service.mediaUrl = frame.app.mediaUrl;
      preview?.follow(frame);
      if (!preview?.controlled) picture.receive(role === 'preview' ? previewFrame(frame, options.only) : frame);
    },
    (state) => {
      const before = about.link;
      about.link = state.is;
      if (state.is === 'live') {
        if (before !== 'live') reporter.opened();
        service.clock.follow(state.now);
        reporter.received(performance.now());
        watch.beat(performance.now());
      } else if (before !== state.is) {
        if (state.is === 'refused') {
          console.error(`on air: the service refuses this address, so it shows nothing new: ${state.reason}`);
        } else console.warn(`on air: the link to the service is lost, so the picture stands still: ${state.reason}`);
      }
    },
  );
}

/** The token's live channel on the server of this page. */
function liveAddress(token: string, revision: number | undefined): URL {
  const address = new URL(`/apiv2/controlapps/${token}/live`, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = revision === undefined ? '?scene=1' : `?scene=1&revision=${revision}`;
  return address;
}
