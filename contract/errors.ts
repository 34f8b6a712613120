/**
 * Every error that one program of Overlay Desk can tell another, as one table: the code that programs compare, the HTTP
 * status that the service answers with (null where the error never crosses HTTP), and the sentence an operator reads.
 * `docs/errors.md` is generated from it.
 */
export const errorTable = {
  'body-not-json': { status: 400, operator: 'The request was not JSON, so nothing was changed.' },
  'body-invalid': {
    status: 400,
    operator: 'The request asked for something that does not exist, so nothing was changed.',
  },
  unauthorized: { status: 401, operator: 'The user name, the password or the token is wrong.' },
  'id-unknown': { status: 404, operator: 'There is nothing with this id.' },
  'email-unknown': { status: 404, operator: 'There is no user with this e-mail address.' },
  'no-output': { status: 404, operator: 'The app instance has no output to load a composition into.' },
  'parameter-missing': { status: 400, operator: 'A parameter of the address is missing or wrong.' },
  'picture-unsupported': {
    status: 500,
    operator: 'The picture is not of a kind that can be used (PNG, JPEG, GIF, WebP).',
  },
  'graphic-refused': {
    status: 400,
    operator: 'The graphic is not of a kind that can be installed, so nothing was installed.',
  },
  'too-many': { status: 429, operator: 'There were too many requests. The answer says when the next one is welcome.' },
  'not-ready': { status: 503, operator: 'The service is starting or stopping.' },
  'origin-refused': { status: 403, operator: 'The request came from a place that may not control this show.' },
  'token-unknown': { status: 404, operator: 'The service does not know this token. It may have been revoked.' },
  'route-unknown': { status: 404, operator: 'The service has nothing at this address.' },
  'method-not-allowed': { status: 405, operator: 'The service does not do this at this address.' },
  'upgrade-required': { status: 426, operator: 'This address is a live channel: it is opened as a WebSocket.' },
  'too-many-connections': {
    status: 503,
    operator: 'The service has as many connections as it takes. Try again later.',
  },
  'body-too-large': { status: 413, operator: 'The request was too large, so nothing was changed.' },
  'media-type-unsupported': { status: 415, operator: 'The request was not marked as JSON, so nothing was changed.' },
  internal: { status: 500, operator: 'The service failed. Its log says why, under the id in the message.' },
  'show-unreadable': {
    status: 503,
    operator:
      'What is loaded into this app instance cannot be read. What is on air stays; load a composition to go on.',
  },
  'storage-failed': { status: 500, operator: 'The service could not write to its disk, so nothing was changed.' },
  'storage-full': { status: 507, operator: 'The disk of the service is full, so nothing was changed.' },
  'output-page-missing': {
    status: 503,
    operator: 'The on-air page is not there: it has not been built, or --output-page names the wrong directory.',
  },

  'port-unusable': { status: null, operator: 'The service cannot listen on its port.' },
  'data-unusable': { status: null, operator: 'The service cannot use its data directory.' },
  'database-in-use': { status: null, operator: 'Another service is using this data directory.' },
  'database-unreadable': { status: null, operator: 'The database of the service cannot be read. It is left as it is.' },
  'database-newer': { status: null, operator: 'The database was written by a newer version. It is left as it is.' },

  'service-unreachable': { status: null, operator: 'The service cannot be reached.' },
  'service-lost': { status: null, operator: 'The service was there and went away.' },
  'answer-garbage': { status: null, operator: 'What answered is not an Overlay Desk service.' },
  'deadline-passed': { status: null, operator: 'No answer came in time. Nothing is sent again by itself.' },
  'not-connected': { status: null, operator: 'The desk is not connected, so nothing was sent.' },
  'call-invalid': { status: null, operator: 'The screen asked the desk for something that it does not do.' },
  'account-unknown': {
    status: null,
    operator: 'The desk does not know the account of its service, so it cannot change compositions.',
  },
  'secrets-locked': { status: null, operator: 'The secrets of the desk are locked: enter the passphrase.' },
  'passphrase-wrong': { status: null, operator: 'The passphrase is wrong. Nothing was changed.' },
  'secret-unreadable': { status: null, operator: 'A secret of the desk cannot be read. It is left as it is.' },
  'connection-unknown': {
    status: null,
    operator: 'The desk has no such connection. It may have been removed meanwhile.',
  },
  'settings-not-written': { status: null, operator: 'The settings could not be written.' },
  'press-refused': { status: null, operator: 'The press was refused, so nothing was sent.' },
  'panic-not-out': { status: null, operator: 'Not everything is out after the panic.' },
  overtaken: { status: null, operator: 'A panic overtook it, so it was not sent.' },
  'backup-refused': { status: null, operator: 'The backup cannot do this now, so nothing was changed.' },
  'undo-impossible': { status: null, operator: 'There is nothing that can be undone.' },
  'secret-found': { status: null, operator: 'A secret would have got out, so nothing was made.' },
  'desk-gone': { status: null, operator: 'The desk behind this screen has gone away.' },
} as const satisfies Record<string, { status: number | null; operator: string }>;

export type ErrorCode = keyof typeof errorTable;

/** One thing that was wrong and where: `path` is a JSON path into the request, such as `[0].payload.line1`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** The one error class. Each edge (HTTP, live channel, link) turns it into its wire's shape in one place. */
export class OverlayError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** `too-many`: seconds until the next try is welcome. */
  retryAfter?: number;

  constructor(code: ErrorCode, message?: string, details: readonly ErrorDetail[] = []) {
    super(message ?? errorTable[code].operator);
    this.name = 'OverlayError';
    this.code = code;
    this.details = details;
  }

  /** The HTTP status of this error; 500 for one that was never meant to cross HTTP. */
  get status(): number {
    return errorTable[this.code].status ?? 500;
  }
}

/** Any thrown thing as an {@link OverlayError}; what is not one becomes `internal` without its own words. */
export function asOverlayError(thrown: unknown): OverlayError {
  return thrown instanceof OverlayError ? thrown : new OverlayError('internal');
}
