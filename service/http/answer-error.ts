import { type ErrorCode, type ErrorDetail, OverlayError } from '../../contract/errors.ts';

/** The body of every error answer. `code` is the HTTP status. */
export interface ErrorBody {
  error: { message: string; code: number; details?: readonly ErrorDetail[] };
}

/** What the HTTP library refuses by itself, as errors of the table. Source: fastify's list of error codes. */
const libraryErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-unsupported',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body-not-json',
  FST_ERR_BAD_URL: 'route-unknown',
  FST_ERR_MAX_PARAM_LENGTH: 'route-unknown',
  FST_ERR_ASYNC_CONSTRAINT: 'route-unknown',
};

/** Any thrown thing as an error of the table; what nobody expected is `internal`, with the thing itself as its cause. */
export function knownError(thrown: unknown): OverlayError {
  if (thrown instanceof OverlayError) return thrown;
  const { code, statusCode } = (thrown ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? libraryErrors[code] : undefined;
  if (known) return new OverlayError(known);
  if (statusCode === 404) return new OverlayError('route-unknown');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new OverlayError('body-invalid', 'The request could not be understood, so nothing was changed.');
  }
  const error = new OverlayError('internal');
  error.cause = thrown;
  return error;
}

/** An error as clients see it. One that is the service's own fault is known by its id in the log, and by nothing else. */
export function errorBody(error: OverlayError, id: string): ErrorBody {
  const message = error.status === 500 ? `${error.message} (${id})` : error.message;
  const details = error.details.length > 0 ? { details: error.details } : {};
  return { error: { message, code: error.status, ...details } };
}
