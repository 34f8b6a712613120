export const programPicturePath = '/program-picture';

export interface ProgramPicture {
  status: 200 | 404;
  policy: string;
  html: string;
}

/** A loopback picture loads directly, others through the desk's page. */
export function pictureAddress(picture: string): string {
  const { hostname } = new URL(picture);
  if (hostname === '127.0.0.1' || hostname === 'localhost') return picture;
  return `${programPicturePath}?of=${encodeURIComponent(picture)}`;
}

/** An on-air page in another role does not count as an output. */
export function pageAs(role: 'monitor' | 'preview', output: string): string {
  return withOption(output, role, '1');
}

/** An on-air page as one of the two pictures that a keyer takes. */
export function layerAddress(layer: 'fill' | 'key', output: string): string {
  return withOption(output, 'layer', layer);
}

function withOption(output: string, name: string, value: string): string {
  const url = new URL(output);
  url.searchParams.set(name, value);
  return url.href;
}

/**
 * Its policy allows only the picture's origin, which must be in `origins`, those of the connected services. Attack:
 * text from a show frames a foreign page in place of the program.
 */
export function programPicture(address: string, origins: readonly string[]): ProgramPicture {
  const picture = URL.parse(URL.parse(address, 'http://desk.invalid')?.searchParams.get('of') ?? '');
  if (!picture || !origins.includes(picture.origin) || !isPlain(picture.origin)) {
    return page(404, "'none'", '<p>This picture is of no service that the desk is connected to.</p>');
  }
  return page(
    200,
    picture.origin,
    `<iframe src="${escaped(picture.href)}" title="Program picture" tabindex="-1"></iframe>`,
  );
}

/** A host name may contain `;`, which would break the policy. */
function isPlain(origin: string): boolean {
  return /^https?:\/\/[a-z0-9.:[\]_-]+$/.test(origin);
}

function page(status: ProgramPicture['status'], frames: string, body: string): ProgramPicture {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  const style =
    'html,body{height:100%;margin:0;overflow:hidden}iframe{display:block;width:100%;height:100%;border:0}' +
    'p{margin:0;padding:2em;background:#15181c;color:#aab2bd;font:16px system-ui,sans-serif}';
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Program picture</title><style>${style}</style>${body}</html>`;
  return { status, policy, html };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
