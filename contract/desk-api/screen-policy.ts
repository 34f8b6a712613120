/**
 * What a screen may do: the Content-Security-Policy header that both shells send. Attack: text from a show reaches the
 * page as markup, and runs, covers the screen or sends the show away. So scripts and styles come from the desk alone,
 * only Svelte makes markup (by its Trusted Types policy), and nothing is fetched from elsewhere. Pictures of fields may come from anywhere. Frames are the on-air page and the preview page of the embedded
 * service, on loopback ports that are not known in advance, and the desk's own page around other program pictures
 * (`program-picture.ts`), because the policy is sent once and services are added later.
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
