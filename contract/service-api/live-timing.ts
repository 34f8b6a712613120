/** The path of the live channel, which `live-channel.ts` describes. */
export const liveChannelPath = '/apiv2/controlapps/{appToken}/live';

/** An idle channel sends a `beat` this often (ms), so that silence means a dead link. */
export const beatEvery = 500;
/** A client treats the link as dead after this long (ms) without any frame. */
export const deadAfter = 1_500;

/**
 * WebSocket close codes of the service.
 */
export const closeCodes = {
  /** The client sent something that is no report, or that it may not send. */
  reportRefused: 4400,
  /** The token is unknown, or was revoked. */
  tokenUnknown: 4404,
  /** The client stopped reading. */
  tooSlow: 4408,
  /** The client reports too often. */
  tooManyReports: 4420,
  /** The show has as many live readers as it allows. */
  tooMany: 4429,
  /** The loaded composition cannot be read. An output page keeps its picture. */
  showUnreadable: 4503,
  shuttingDown: 1001,
} as const;

/** An output page reports at least this often (ms). */
export const reportEvery = 2_000;
/** A page that sends no report for this long (ms) is no longer counted, even if its channel is open. */
export const silentAfter = 3 * reportEvery;
/** A page that sends more reports than this in a second is disconnected. */
export const mostReports = 10;
/** A desk that sends more messages than this in a second is disconnected. */
export const mostDeskMessages = 50;
/** The longest report, in bytes. */
export const longestReport = 32_768;

/** Milliseconds between the first tries to come back, and the longest wait. */
const retry = { first: 50, most: 1_000 };
/** A service that is started anew is back within a second, so that many tries are close together. */
const closeTries = 20;

/**
 * The milliseconds until a client tries to come back that failed so often in a row. `random` is 0 to 1: it takes up to half of the wait
 * away, so that not all clients come at the same moment.
 */
export function retryDelay(failures: number, random: number): number {
  const doubled = Math.max(0, failures + 1 - closeTries);
  return Math.min(retry.most, retry.first * 2 ** doubled) * (0.5 + random / 2);
}
