import { ChannelClock } from './live/service-clock.ts';
import { EachFrame } from './motion/each-frame.ts';
import { FrameWatch } from './page/frame-watch.ts';
import { OutputLink, type UpdateFrame } from './live/live-link.ts';
import { isMoving } from './motion/animations.ts';
import { pageOptions } from './page/page-options.ts';
import { Picture } from './show/picture.ts';
import { Preview } from './preview/preview.ts';
import { PageReporter } from './page/page-reporter.ts';
import { DrawnStage } from './page/stage.ts';
import type { SubComposition } from '../scene/schema/composition.ts';

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

const stage = new DrawnStage(node, options);
const clock = new ChannelClock(() => performance.timeOrigin + performance.now());
let mediaUrl = location.origin;
const pagePorts = {
  stage,
  document,
  now: () => clock.now(),
  address: (source: string) => mediaAddress(source, mediaUrl),
};

let link: OutputLink | undefined;
const reporter = new PageReporter({
  role,
  size: () => ({ width: innerWidth, height: innerHeight }),
  missing: () => picture.missing,
  now: () => performance.now(),
  send: (text) => link?.send(text),
});

const watch = new FrameWatch({
  meter: reporter.meter,
  request: (callback) => requestAnimationFrame(callback),
  moving: () => EachFrame.running > 0 || isMoving(),
});
// A hidden page draws no frames, so none count as dropped.
document.addEventListener('visibilitychange', () => reporter.meter.pause());

const picture = new Picture({
  ...pagePorts,
  onShown: (revision) => {
    about.revision = String(revision);
    reporter.shown(revision);
    watch.changed();
  },
});

/** After the embedding page's first request, the page draws only requests, not the show. */
const preview =
  role === 'preview' ? Preview.listen(window, { ...pagePorts, onControlled: () => picture.dispose() }) : undefined;

if (token !== undefined) {
  about.link = 'lost';
  link = new OutputLink({
    open: (revision) => new WebSocket(liveAddress(token, revision)),
    onClock: (now) => {
      clock.follow(now);
      reporter.received();
      watch.beat(performance.now());
    },
    onUpdate: (frame) => {
      if (frame.type === 'snapshot') mediaUrl = frame.app.mediaUrl;
      preview?.follow(frame);
      if (!preview?.controlled) picture.receive(role === 'preview' ? previewFrame(frame, options.only) : frame);
    },
    onState: (state, reason) => {
      if (about.link !== state && state === 'live') reporter.opened();
      if (about.link !== state && state === 'refused') {
        console.error(`on air: the service refuses this address, so it shows nothing new: ${reason}`);
      } else if (about.link !== state && state === 'lost') {
        console.warn(`on air: the link to the service is lost, so the picture stands still: ${reason}`);
      }
      about.link = state;
    },
    random: Math.random,
  });
}

/** The token's live channel on the server of this page. */
function liveAddress(token: string, revision: number | undefined): URL {
  const address = new URL(`/apiv2/controlapps/${token}/live`, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = revision === undefined ? '?scene=1' : `?scene=1&revision=${revision}`;
  return address;
}

/**
 * Returns the absolute address of a source that a scene names. A path is relative to `mediaUrl`.
 * @throws Error for a scheme that may not be loaded, such as one that runs scripts
 */
function mediaAddress(source: string, mediaUrl: string): string {
  const { protocol, href } = new URL(source, mediaUrl);
  if (!['http:', 'https:', 'data:'].includes(protocol)) throw new Error(`${protocol} addresses are not loaded`);
  return href;
}

/**
 * Changes a frame for a preview that no embedding page controls. The given sub-compositions and those around them are
 * In, or all of them if `only` is undefined, whatever is on air. Their values are the live ones.
 */
function previewFrame(frame: UpdateFrame, only: readonly string[] | undefined): UpdateFrame {
  if (frame.type === 'change') {
    return { ...frame, changes: frame.changes.map(({ id, payload }) => ({ id, ...(payload && { payload }) })) };
  }
  const root = frame.composition?.root;
  const named = root && only && new Set(leadingTo(root, only));
  const control = frame.control.map((item) => {
    const state = !named || named.has(item.subCompositionId) ? ('In' as const) : ('Out1' as const);
    return { ...item, state };
  });
  return { ...frame, control };
}

/** Returns the named sub-compositions and all that contain them. */
function leadingTo(sub: SubComposition, names: readonly string[]): string[] {
  const below = sub.subcompositions.flatMap((child) => leadingTo(child, names));
  return below.length > 0 || names.includes(sub.id) ? [sub.id, ...below] : [];
}
