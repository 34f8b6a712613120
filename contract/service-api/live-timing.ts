export const liveChannelPath = '/apiv2/controlapps/{appToken}/live';

/** An idle channel sends a `beat` this often (ms), so silence means a dead link. */
export const beatEvery = 500;
/** Milliseconds without a frame until a client considers the link dead. */
export const deadAfter = 1_500;

export const closeCodes = {
  /** An invalid or unauthorized message from the client. */
  reportRefused: 4400,
  tokenUnknown: 4404,
  tooSlow: 4408,
  tooManyReports: 4420,
  tooMany: 4429,
  /** The loaded composition is unreadable; an output page keeps its picture. */
  showUnreadable: 4503,
  shuttingDown: 1001,
} as const;

/** Milliseconds; the maximum interval of an output page's reports. */
export const reportEvery = 2_000;
/** Milliseconds without a report until a page no longer counts, even with an open channel. */
export const silentAfter = 3 * reportEvery;
/** Reports per second; more disconnect the page. */
export const mostReports = 10;
/** Messages per second; more disconnect the desk. */
export const mostDeskMessages = 50;
/** In bytes. */
export const longestReport = 32_768;

/** Milliseconds: the first and the longest wait between reconnects. */
const retry = { first: 50, most: 1_000 };
/** A restarted service is back within a second, so the first retries are frequent. */
export const closeTries = 20;

/** Milliseconds until the next retry. `random` (0 to 1) removes up to half, so that clients reconnect one by one. */
export function retryDelay(failures: number, random: number): number {
  const doubled = Math.max(0, failures + 1 - closeTries);
  return Math.min(retry.most, retry.first * 2 ** doubled) * (0.5 + random / 2);
}
