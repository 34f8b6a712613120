/** What happens to an operation after an error. An unconfirmed panic is an alarm, whatever its error. */
export type Becomes =
  /** Nothing changed; the operation may succeed later. */
  | 'failed'
  /** Nothing changed; not repeated, because the other end would refuse again. */
  | 'refused'
  /** Nothing changed; the other end accepts the operation later. */
  | 'wait'
  /** Possibly done if sent; failed if never sent. */
  | 'unknown'
  /** As `unknown`, with the other end gone; an unsent operation is offered again. */
  | 'lost'
  /** Never sent without a connection; offered again. */
  | 'unsent';

export interface ErrorRow {
  /** Null if the error never crosses HTTP. */
  status: number | null;
  becomes: Becomes;
  /** Whether the answering program has failed, so that its log must say why. */
  fault?: true;
  operator: string;
}

type MakeRow = (status: ErrorRow['status'], operator: string, fault?: true) => ErrorRow;
const row = (becomes: Becomes): MakeRow => {
  return (status, operator, fault) => ({ status, becomes, operator, ...(fault && { fault }) });
};
const [failed, refused, wait] = [row('failed'), row('refused'), row('wait')];
const [unknown, lost, unsent] = [row('unknown'), row('lost'), row('unsent')];

/** Every error between programs of Overlay Desk, by code. `docs/errors.md` is generated from this table. */
export const errorTable = {
  'body-not-json': refused(400, 'The request was not JSON, so nothing was changed.'),
  'body-invalid': refused(400, 'The request asked for something that does not exist, so nothing was changed.'),
  unauthorized: failed(401, 'The user name, the password or the token is wrong.'),
  'id-unknown': failed(404, 'There is nothing with this id.'),
  'email-unknown': failed(404, 'There is no user with this e-mail address.'),
  'no-output': failed(404, 'The app instance has no output to load a composition into.'),
  'parameter-missing': refused(400, 'A parameter of the address is missing or wrong.'),
  'picture-unsupported': refused(500, 'This kind of picture cannot be used. Use PNG, JPEG, GIF or WebP.'),
  'graphic-refused': refused(400, 'This kind of graphic cannot be installed, so nothing was installed.'),
  'too-many': wait(429, 'There were too many requests. The answer says when to try again.'),
  'not-ready': failed(503, 'The service is starting or stopping.'),
  'origin-refused': failed(403, 'The request came from a place that may not control this show.'),
  forbidden: refused(403, 'This client may not do that, so nothing was changed.'),
  'token-unknown': failed(404, 'The service does not know this token. It may have been revoked.'),
  'route-unknown': refused(404, 'The service has nothing at this address.'),
  'method-not-allowed': refused(405, 'The service does not do this at this address.'),
  'upgrade-required': refused(426, 'This address is a live channel: open it as a WebSocket.'),
  'too-many-connections': wait(503, 'The service has reached its limit of connections. Try again later.'),
  'body-too-large': refused(413, 'The request was too large, so nothing was changed.'),
  'changed-meanwhile': failed(412, 'It was changed meanwhile, so nothing was changed.'),
  'too-late': failed(412, 'The request reached the service too late, so nothing was changed.'),
  'too-costly': refused(413, 'Checking this took too much time or memory, so nothing was changed.'),
  'media-type-unsupported': refused(415, 'The request was not marked as JSON, so nothing was changed.'),
  internal: unknown(500, 'The service failed. Its log says why, under the id in the message.', true),
  'show-unreadable': failed(
    503,
    'The composition in this app instance cannot be read. What is on air stays; load a composition to go on.',
  ),
  'storage-failed': failed(500, 'The service could not write to its disk, so nothing was changed.', true),
  'storage-full': failed(507, 'The disk of the service is full, so nothing was changed.', true),
  'account-full': refused(507, 'The account has no room left on the service, so nothing was stored.'),
  'delete-refused': refused(409, 'This cannot be deleted, so nothing was changed.'),
  'output-page-missing': failed(
    503,
    'The on-air page is missing: it has not been built, or --output-page names the wrong directory.',
    true,
  ),

  'port-unusable': failed(null, 'The service cannot listen on its port.'),
  'data-unusable': failed(null, 'The service cannot use its data directory.'),
  'database-in-use': failed(null, 'Another service is using this data directory.'),
  'database-unreadable': failed(null, 'The database of the service cannot be read. It is left as it is.'),
  'database-newer': failed(null, 'The database was written by a newer version. It is left as it is.'),
  'database-older': failed(null, 'The database was written by a version too old for this one. It is left as it is.'),

  'desk-failed': unknown(500, 'Something went wrong in the desk. Its log says why, under the id in the message.'),
  'screen-failed': failed(
    null,
    'Something went wrong in this screen. The log of the desk says why, under the id in the message.',
  ),
  'service-unreachable': lost(null, 'The service cannot be reached.'),
  'service-lost': lost(null, 'The service was there and went away.'),
  'answer-garbage': unknown(null, 'What answered is not an Overlay Desk service.'),
  'deadline-passed': unknown(null, 'No answer came in time. Nothing is sent again by itself.'),
  'not-connected': unsent(503, 'The desk is not connected, so nothing was sent.'),
  'call-invalid': refused(400, 'The screen asked the desk for something that the desk cannot do.'),
  'account-unknown': failed(
    null,
    'The desk does not know the account of its service, so it cannot change compositions.',
  ),
  'secrets-locked': failed(null, 'The secrets of the desk are locked: enter the passphrase.'),
  'passphrase-wrong': failed(null, 'The passphrase is wrong. Nothing was changed.'),
  'show-locked': refused(
    423,
    'The show is locked, so nothing was edited. Everything can be played; to edit, unlock it first.',
  ),
  'pin-wrong': failed(null, 'The PIN is wrong. The show stays locked.'),
  'secret-unreadable': failed(null, 'A secret of the desk cannot be read. It is left as it is.'),
  'connection-unknown': failed(null, 'The desk has no such connection. It may have been removed meanwhile.'),
  'press-refused': refused(409, 'The press was refused, so nothing was sent.'),
  'press-late': refused(409, 'The press came too late, so nothing was sent.'),
  'press-outdated': refused(409, 'What was pressed has changed meanwhile, so nothing was sent.'),
  'cue-armed': refused(409, 'The cue is armed. Press again to fire it.'),
  'panic-not-out': failed(null, 'Not everything is out after the panic.'),
  replaced: refused(409, 'A newer value took its place before it was sent.'),
  overtaken: failed(null, 'A panic overtook it, so it was not sent.'),
  'backup-refused': refused(409, 'The backup cannot do this now, so nothing was changed.'),
  'backup-polled': refused(409, 'The service of the backup must offer the live channel. Nothing was changed.'),
  'undo-impossible': refused(409, 'There is nothing to undo.'),
  'secret-found': refused(null, 'The file would have contained a secret, so it was not made.'),
  'update-refused': refused(null, 'The update was refused, so nothing was installed.'),
  'desk-gone': failed(null, 'The desk behind this screen has gone away.'),
} satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

export type ErrorSentences = Readonly<Record<ErrorCode, string>>;

let translated = (): Partial<ErrorSentences> => ({});

/** The sentences of the table are English. This program says those that `read` gives in their place. */
export function translateErrors(read: () => Partial<ErrorSentences>): void {
  translated = read;
}

export const sentenceOf = (code: ErrorCode): string => translated()[code] ?? errorTable[code].operator;

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
    super(message ?? sentenceOf(code));
    this.name = 'OverlayError';
    [this.code, this.details] = [code, details];
  }

  get status(): number {
    return errorTable[this.code].status ?? 500;
  }

  get becomes(): Becomes {
    return errorTable[this.code].becomes;
  }
}

/** Wraps any other value in an error of `code`, as its unprinted cause: the catcher must log the cause. */
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

/** Converts a thrown value to an error of the table. An unexpected error is logged first; the result names its id. */
export type KnownError = (thrown: unknown) => OverlayError;
