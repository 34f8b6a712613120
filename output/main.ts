import { ServiceClock } from './clock.ts';
import { LiveLink } from './live-link.ts';
import { Picture } from './picture.ts';
import { aspectRatio, fitStage } from './stage.ts';

/**
 * The on-air page, served as `/onair/{outputToken}?aspect=16:9`. On its root element it says how it is, for whoever looks
 * at it from outside: `data-link` is `live`, `lost` or `refused`, `data-revision` the revision that is in the picture.
 */
const about = document.documentElement.dataset;
const stage = document.querySelector<HTMLElement>('#stage');
if (!stage) throw new Error('the page has no #stage');

fitStage(stage, aspectRatio(new URLSearchParams(location.search).get('aspect')));

const clock = new ServiceClock(() => performance.timeOrigin + performance.now());

const picture = new Picture(stage, { document, now: () => clock.now(), address }, (revision) => {
  about.revision = String(revision);
});

about.link = 'lost';
new LiveLink({
  open: (revision) => new WebSocket(liveAddress(revision)),
  onClock: (now) => clock.hear(now),
  onNews: (frame) => picture.receive(frame),
  onState: (state, reason) => {
    if (about.link !== state && state === 'refused') {
      console.error(`on air: the service refuses this address, so it shows nothing new: ${reason}`);
    } else if (about.link !== state && state === 'lost') {
      console.warn(`on air: the link to the service is lost, so the picture stands still: ${reason}`);
    }
    about.link = state;
  },
  random: Math.random,
});

/** The live channel of the token that this page was opened with, on the server that it came from. */
function liveAddress(revision: number | undefined): URL {
  const token = /\/onair\/([^/]+)/.exec(location.pathname)?.[1] ?? '';
  const address = new URL(`/apiv2/controlapps/${token}/live`, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = revision === undefined ? '?scene=1' : `?scene=1&revision=${revision}`;
  return address;
}

/** Pictures and sounds are addressed absolutely or from the service's root; nothing that runs as a script is loaded. */
function address(source: string): string {
  const { protocol, href } = new URL(source, location.origin);
  if (!['http:', 'https:', 'data:'].includes(protocol)) throw new Error(`${protocol} addresses are not loaded`);
  return href;
}
