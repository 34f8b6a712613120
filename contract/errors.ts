/**
 * What happens to an operation after an error.
 *
 * - `failed`: nothing changed; the operation may succeed later.
 *
 * - `refused`: nothing changed; not repeated, because the other end would refuse again.
 *
 * - `wait`: nothing changed; the other end accepts the operation later.
 *
 * - `unknown`: possibly done if sent; failed if never sent.
 *
 * - `lost`: as `unknown`, with the other end gone; an unsent operation is offered again.
 *
 * - `unsent`: never sent without a connection; offered again.
 *
 * An unconfirmed panic is an alarm, whatever its error.
 */
export type Becomes = 'failed' | 'refused' | 'wait' | 'unknown' | 'lost' | 'unsent';

export interface ErrorRow {
  /** Null if the error never crosses HTTP. */
  status: number | null;
  becomes: Becomes;
  /** Whether the answering program has failed, so that its log must say why. */
  fault?: true;
  operator: string;
}

/** Every error between programs of Overlay Desk, by code. `docs/errors.md` is generated from this table. */
export const errorTable = {
  'body-not-json': { status: 400, becomes: 'refused', operator: 'The request was not JSON, so nothing was changed.' },
  'body-invalid': {
    status: 400,
    becomes: 'refused',
    operator: 'The request asked for something that does not exist, so nothing was changed.',
  },
  unauthorized: { status: 401, becomes: 'failed', operator: 'The user name, the password or the token is wrong.' },
  'id-unknown': { status: 404, becomes: 'failed', operator: 'There is nothing with this id.' },
  'email-unknown': { status: 404, becomes: 'failed', operator: 'There is no user with this e-mail address.' },
  'no-output': {
    status: 404,
    becomes: 'failed',
    operator: 'The app instance has no output to load a composition into.',
  },
  'parameter-missing': { status: 400, becomes: 'refused', operator: 'A parameter of the address is missing or wrong.' },
  'picture-unsupported': {
    status: 500,
    becomes: 'refused',
    operator: 'This kind of picture cannot be used. Use PNG, JPEG, GIF or WebP.',
  },
  'graphic-refused': {
    status: 400,
    becomes: 'refused',
    operator: 'This kind of graphic cannot be installed, so nothing was installed.',
  },
  'too-many': {
    status: 429,
    becomes: 'wait',
    operator: 'There were too many requests. The answer says when to try again.',
  },
  'not-ready': { status: 503, becomes: 'failed', operator: 'The service is starting or stopping.' },
  'origin-refused': {
    status: 403,
    becomes: 'failed',
    operator: 'The request came from a place that may not control this show.',
  },
  forbidden: { status: 403, becomes: 'refused', operator: 'This client may not do that, so nothing was changed.' },
  'token-unknown': {
    status: 404,
    becomes: 'failed',
    operator: 'The service does not know this token. It may have been revoked.',
  },
  'route-unknown': { status: 404, becomes: 'refused', operator: 'The service has nothing at this address.' },
  'method-not-allowed': { status: 405, becomes: 'refused', operator: 'The service does not do this at this address.' },
  'upgrade-required': {
    status: 426,
    becomes: 'refused',
    operator: 'This address is a live channel: open it as a WebSocket.',
  },
  'too-many-connections': {
    status: 503,
    becomes: 'wait',
    operator: 'The service has reached its limit of connections. Try again later.',
  },
  'body-too-large': { status: 413, becomes: 'refused', operator: 'The request was too large, so nothing was changed.' },
  'changed-meanwhile': {
    status: 412,
    becomes: 'failed',
    operator: 'It was changed meanwhile, so nothing was changed.',
  },
  'too-late': {
    status: 412,
    becomes: 'failed',
    operator: 'The request reached the service too late, so nothing was changed.',
  },
  'too-costly': {
    status: 413,
    becomes: 'refused',
    operator: 'Checking this took too much time or memory, so nothing was changed.',
  },
  'media-type-unsupported': {
    status: 415,
    becomes: 'refused',
    operator: 'The request was not marked as JSON, so nothing was changed.',
  },
  internal: {
    status: 500,
    becomes: 'unknown',
    fault: true,
    operator: 'The service failed. Its log says why, under the id in the message.',
  },
  'show-unreadable': {
    status: 503,
    becomes: 'failed',
    operator: 'The composition in this app instance cannot be read. What is on air stays; load a composition to go on.',
  },
  'storage-failed': {
    status: 500,
    becomes: 'failed',
    fault: true,
    operator: 'The service could not write to its disk, so nothing was changed.',
  },
  'storage-full': {
    status: 507,
    becomes: 'failed',
    fault: true,
    operator: 'The disk of the service is full, so nothing was changed.',
  },
  'account-full': {
    status: 507,
    becomes: 'refused',
    operator: 'The account has no room left on the service, so nothing was stored.',
  },
  'delete-refused': { status: 409, becomes: 'refused', operator: 'This cannot be deleted, so nothing was changed.' },
  'output-page-missing': {
    status: 503,
    becomes: 'failed',
    fault: true,
    operator: 'The on-air page is missing: it has not been built, or --output-page names the wrong directory.',
  },

  'port-unusable': { status: null, becomes: 'failed', operator: 'The service cannot listen on its port.' },
  'data-unusable': { status: null, becomes: 'failed', operator: 'The service cannot use its data directory.' },
  'database-in-use': { status: null, becomes: 'failed', operator: 'Another service is using this data directory.' },
  'database-unreadable': {
    status: null,
    becomes: 'failed',
    operator: 'The database of the service cannot be read. It is left as it is.',
  },
  'database-newer': {
    status: null,
    becomes: 'failed',
    operator: 'The database was written by a newer version. It is left as it is.',
  },
  'database-older': {
    status: null,
    becomes: 'failed',
    operator: 'The database was written by a version too old for this one. It is left as it is.',
  },

  'desk-failed': {
    status: 500,
    becomes: 'unknown',
    operator: 'Something went wrong in the desk. Its log says why, under the id in the message.',
  },
  'screen-failed': {
    status: null,
    becomes: 'failed',
    operator: 'Something went wrong in this screen. The log of the desk says why, under the id in the message.',
  },
  'service-unreachable': { status: null, becomes: 'lost', operator: 'The service cannot be reached.' },
  'service-lost': { status: null, becomes: 'lost', operator: 'The service was there and went away.' },
  'answer-garbage': { status: null, becomes: 'unknown', operator: 'What answered is not an Overlay Desk service.' },
  'deadline-passed': {
    status: null,
    becomes: 'unknown',
    operator: 'No answer came in time. Nothing is sent again by itself.',
  },
  'not-connected': { status: 503, becomes: 'unsent', operator: 'The desk is not connected, so nothing was sent.' },
  'call-invalid': {
    status: 400,
    becomes: 'refused',
    operator: 'The screen asked the desk for something that the desk cannot do.',
  },
  'account-unknown': {
    status: null,
    becomes: 'failed',
    operator: 'The desk does not know the account of its service, so it cannot change compositions.',
  },
  'secrets-locked': {
    status: null,
    becomes: 'failed',
    operator: 'The secrets of the desk are locked: enter the passphrase.',
  },
  'passphrase-wrong': { status: null, becomes: 'failed', operator: 'The passphrase is wrong. Nothing was changed.' },
  'show-locked': {
    status: 423,
    becomes: 'refused',
    operator: 'The show is locked, so nothing was edited. Everything can be played; to edit, unlock it first.',
  },
  'pin-wrong': { status: null, becomes: 'failed', operator: 'The PIN is wrong. The show stays locked.' },
  'secret-unreadable': {
    status: null,
    becomes: 'failed',
    operator: 'A secret of the desk cannot be read. It is left as it is.',
  },
  'connection-unknown': {
    status: null,
    becomes: 'failed',
    operator: 'The desk has no such connection. It may have been removed meanwhile.',
  },
  'press-refused': { status: 409, becomes: 'refused', operator: 'The press was refused, so nothing was sent.' },
  'press-late': { status: 409, becomes: 'refused', operator: 'The press came too late, so nothing was sent.' },
  'press-outdated': {
    status: 409,
    becomes: 'refused',
    operator: 'What was pressed has changed meanwhile, so nothing was sent.',
  },
  'cue-armed': { status: 409, becomes: 'refused', operator: 'The cue is armed. Press again to fire it.' },
  'panic-not-out': { status: null, becomes: 'failed', operator: 'Not everything is out after the panic.' },
  overtaken: { status: null, becomes: 'failed', operator: 'A panic overtook it, so it was not sent.' },
  'backup-refused': {
    status: 409,
    becomes: 'refused',
    operator: 'The backup cannot do this now, so nothing was changed.',
  },
  'backup-polled': {
    status: 409,
    becomes: 'refused',
    operator: 'The service of the backup must offer the live channel. Nothing was changed.',
  },
  'undo-impossible': { status: 409, becomes: 'refused', operator: 'There is nothing to undo.' },
  'secret-found': {
    status: null,
    becomes: 'refused',
    operator: 'The file would have contained a secret, so it was not made.',
  },
  'update-refused': { status: null, becomes: 'refused', operator: 'The update was refused, so nothing was installed.' },
  'desk-gone': { status: null, becomes: 'failed', operator: 'The desk behind this screen has gone away.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

export const pressRefusals = ['press-refused', 'press-late', 'press-outdated'] as const satisfies readonly ErrorCode[];

export function isPressRefusal(code: ErrorCode): boolean {
  return (pressRefusals as readonly ErrorCode[]).includes(code);
}

/** `path` is a JSON path into the request, such as `[0].payload.line1`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** The only error class. Each edge (HTTP, live channel, link) converts it to its wire format in one place. */
export class OverlayError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** `too-many`: seconds until the next attempt. */
  retryAfter?: number;

  constructor(code: ErrorCode, message?: string, details: readonly ErrorDetail[] = []) {
    super(message ?? errorTable[code].operator);
    this.name = 'OverlayError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorTable[this.code].status ?? 500;
  }

  get becomes(): Becomes {
    return errorTable[this.code].becomes;
  }
}

/**
 * Wraps any other value in an error of `code`, with the value as its unprinted cause: the catcher must log the cause.
 */
export function asOverlayError(thrown: unknown, code: ErrorCode = 'internal'): OverlayError {
  if (thrown instanceof OverlayError) return thrown;
  const error = new OverlayError(code);
  error.cause = thrown;
  return error;
}

/** A caught value as an error. Any other value becomes the message of a new error, as its cause too. */
export function errorIn(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

/** The code of a caught error of the table or of the system, such as `ENOENT`. Undefined without a code in words. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Whether a thrown value is a programming error. System errors, such as a full disk, carry a `code`. */
export function isMistake(thrown: unknown): boolean {
  const mistakes = [TypeError, RangeError, ReferenceError];
  return mistakes.some((kind) => thrown instanceof kind && !('code' in thrown));
}

/**
 * Converts any thrown value to an error of the table. Unexpected errors are logged first, and the result names their
 * log id.
 */
export type KnownError = (thrown: unknown) => OverlayError;
