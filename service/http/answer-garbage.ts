import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { OverlayError } from '../../contract/errors.ts';
import { errorBody, errorHeaders } from './answer-error.ts';

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
