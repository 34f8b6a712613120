import type { IncomingHttpHeaders } from 'node:http';
import { OverlayError } from '../../contract/errors.ts';

/**
 * Who may talk to the service at all. It listens on loopback, and a web page must not reach it there:
 * - A page of another site whose name was made to resolve to this machine (DNS rebinding) sends its own name as `Host`.
 * - A page of another origin that sends a request blindly, or opens a WebSocket, is named by the browser in `Origin`.
 * Programs send no `Origin` and pass; reading across origins is stopped by the browser, since no CORS header is sent.
 * Throws `origin-refused`.
 */
export function checkSender(headers: IncomingHttpHeaders, changes: boolean): void {
  const { host = '', origin } = headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) {
    throw new OverlayError(
      'origin-refused',
      'This service is only reached by the name localhost or its loopback address.',
    );
  }
  if (changes && origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new OverlayError('origin-refused');
  }
}
