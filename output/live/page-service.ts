import { ChannelClock } from './service-clock.ts';

/** The service of this page, as the frames of the live channel describe it. */
export class PageService {
  readonly clock = new ChannelClock(() => performance.timeOrigin + performance.now());
  /** The base of the sources that are paths. */
  mediaUrl = location.origin;
}
