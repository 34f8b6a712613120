/**
 * What a screen may do, as the value of a Content-Security-Policy header: both shells send it. Attack: text from a show
 * reaches the page as markup and runs, or sends the show away. Scripts come from the desk alone and nothing is fetched from
 * elsewhere; pictures of fields may come from anywhere. Frames are the on-air page and the preview page of the embedded
 * service, on loopback, on ports that are not known beforehand, and the desk's own page around a program picture from
 * elsewhere (`program-picture.ts`): a policy is given once, with the page, and services come later.
 */
export const screenPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  "frame-src 'self' http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
