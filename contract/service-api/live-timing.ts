/** The channel says `beat` this often (ms) when it has nothing else to say, so that silence means a dead link. */
export const beatEvery = 500;
/** After this long (ms) without any frame a client takes the link for dead. */
export const deadAfter = 1_500;

/**
 * WebSocket close codes of the service: what the client sent is no report, or not its to send; the token is not known (any
 * more); the client stopped reading; it reports too often; the show has as many live readers as it takes; what is
 * loaded cannot be read, so that there is nothing to tell: who draws the picture keeps what it has.
 */
export const closeCodes = {
  reportRefused: 4400,
  tokenUnknown: 4404,
  tooSlow: 4408,
  tooManyReports: 4420,
  tooMany: 4429,
  showUnreadable: 4503,
  shuttingDown: 1001,
} as const;

/** A page reports of itself at least this often (ms). */
export const reportEvery = 2_000;
/** After this long (ms) without a report a page is not counted any more, though its channel is open. */
export const silentAfter = 3 * reportEvery;
/** A page that reports more often than this in a second is closed. */
export const mostReports = 10;
/** A desk that says more than this in a second is closed. */
export const mostSayings = 50;
/** A report is no longer than this many bytes. */
export const longestReport = 32_768;
