import { randomBytes } from 'node:crypto';
import {
  asOverlayError,
  codeOf,
  type ErrorCode,
  type ErrorRow,
  errorTable,
  OverlayError,
} from '../../contract/errors.ts';
import { type ErrorBody, errorName, type ParameterErrorBody } from '../../contract/service-api/common.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { ServiceLog } from '../log.ts';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The HTTP library's own errors. Source: fastify's list of error codes. */
const libraryErrors: ReadonlyMap<unknown, ErrorCode> = new Map(
  Object.entries({
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-unsupported',
    FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body-not-json',
    FST_ERR_BAD_URL: 'route-unknown',
    FST_ERR_ASYNC_CONSTRAINT: 'route-unknown',
  } as const),
);

/** An unexpected error becomes `internal`, with the thrown value as its cause. */
export function knownError(thrown: unknown): OverlayError {
  if (thrown instanceof OverlayError) return thrown;
  const known = libraryErrors.get(codeOf(thrown));
  const statusCode = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  if (known) return new OverlayError(known);
  if (statusCode === 404) return new OverlayError('route-unknown');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new OverlayError('body-invalid', 'The request could not be understood, so nothing was changed.');
  }
  return asOverlayError(thrown);
}

/**
 * Logs a fault of the service itself, and returns an id that links the answer to the log; empty for other errors.
 * Errors without HTTP status count as faults too.
 */
export function logFault(log: ServiceLog, error: OverlayError, fields: Record<string, unknown>): string {
  const { code, cause } = error;
  const { status, fault }: ErrorRow = errorTable[code];
  if (fault !== true && status !== null) return '';
  const id = randomBytes(6).toString('hex');
  log.error(error.message, { id, ...fields, code, cause: cause instanceof Error ? cause.stack : cause });
  return id;
}

/** `Error-Name` (extension) has the error code, so that clients need not parse sentences. */
export function errorHeaders(error: OverlayError): Record<string, string> {
  return { [errorName]: error.code, ...furtherHeaders(error) };
}

function furtherHeaders(error: OverlayError): Record<string, string> {
  if (error.code === 'unauthorized') return { 'www-authenticate': 'Basic realm="Overlay Desk", charset="UTF-8"' };
  if (error.code === 'upgrade-required') return { upgrade: 'websocket', connection: 'upgrade' };
  if (error.retryAfter !== undefined) return { 'retry-after': String(Math.ceil(error.retryAfter)) };
  return {};
}

export function errorBody(
  error: OverlayError,
  id: string,
  shape?: Endpoint['errorShape'],
): ErrorBody | ParameterErrorBody {
  // The specification prescribes this message for all credential problems.
  if (error.code === 'unauthorized') return { error: { message: 'Unauthorized', code: error.status } };
  if (shape === 'error_detail' && error.code === 'parameter-missing') {
    const wrong = error.details.map(({ path, message }) => ({ param: path, message }));
    return { code: error.status, error_detail: wrong, message: error.message };
  }
  const message = error.status === 500 && id ? `${error.message} (${id})` : error.message;
  const details = error.details.length > 0 ? { details: [...error.details] } : {};
  return { error: { message, code: error.status, ...details } };
}

export function answerGarbage(thrown: NodeJS.ErrnoException, connection: Duplex): void {
  if (thrown.code === 'ECONNRESET' || !connection.writable) return void connection.destroy();
  const [status, message] =
    thrown.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'The headers of the request are too large.'] as const)
      : thrown.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'The request did not come to its end in time.'] as const)
        : ([400, 'This is not HTTP.'] as const);
  endWith(connection, status, { error: { message, code: status } });
}

export function endWith(connection: Duplex, status: number, answer: object): void {
  const body = JSON.stringify(answer);
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

export function answerFull(response: ServerResponse): void {
  const error = new OverlayError('too-many-connections');
  response.statusCode = error.status;
  response.setHeaders(new Map(Object.entries(errorHeaders(error))));
  endAndClose(response, errorBody(error, ''));
}

export function answerWrongHost({ headers }: IncomingMessage, response: ServerResponse): void {
  const message =
    headers.host === undefined ? 'The request has no Host header.' : 'The request has more than one Host header.';
  response.statusCode = 400;
  endAndClose(response, { error: { message, code: 400 } });
}

function endAndClose(response: ServerResponse, answer: object): void {
  const body = JSON.stringify(answer);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.setHeader('connection', 'close');
  response.end(body);
}
