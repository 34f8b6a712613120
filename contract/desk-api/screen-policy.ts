/**
 * The Content-Security-Policy header of both shells.
 *
 * Attack: show text becomes markup that runs, covers the screen or leaks the show. Therefore scripts and styles come
 * only from the desk, and only Svelte creates markup (Trusted Types). Nothing is fetched elsewhere, except pictures of
 * fields.
 *
 * Frames: the embedded service's pages on loopback ports unknown in advance. Other program pictures need the desk's own
 * page (`program-picture.ts`), because the policy is sent once and services are added later.
 */
export const screenPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html',
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  "frame-src 'self' http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
