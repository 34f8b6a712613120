/**
 * What a screen may do, as the value of a Content-Security-Policy header: both shells send it. Attack: text from a show
 * reaches the page as markup and runs, or sends the show away. Scripts come from the desk alone and nothing is fetched from
 * elsewhere; pictures of fields may come from anywhere, and frames are the on-air page and the preview page of the embedded
 * service, on loopback, on ports that are not known beforehand.
 */
export const screenPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  'frame-src http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
