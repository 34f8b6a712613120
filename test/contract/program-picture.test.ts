import { describe, expect, it } from 'vitest';
import { pictureAddress, programPicture } from '../../contract/desk-api/program-picture.ts';

const service = 'https://graphics.example:8443';
const ask = (picture: string, origins = [service]) =>
  programPicture(`/program-picture?of=${encodeURIComponent(picture)}`, origins);
const policy = (frames: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; frame-src ${frames}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

describe('where a screen finds a program picture', () => {
  it.each([
    ['http://127.0.0.1:4100/onair/t', 'http://127.0.0.1:4100/onair/t'],
    ['http://localhost:4100/onair/t', 'http://localhost:4100/onair/t'],
    ['https://graphics.example/o?a=1&b=2', '/program-picture?of=https%3A%2F%2Fgraphics.example%2Fo%3Fa%3D1%26b%3D2'],
    ['http://127.0.0.1.example/onair', '/program-picture?of=http%3A%2F%2F127.0.0.1.example%2Fonair'],
  ])('%s: %s', (picture, address) => {
    expect(pictureAddress(picture)).toBe(address);
  });
});

describe('the page around a program picture', () => {
  it('lets in the origin of its picture alone, among all connected services', () => {
    const { html, ...page } = ask(`${service}/onair?a=1&monitor=1`, ['https://other.example', service]);
    expect(page).toEqual({ status: 200, policy: policy(service) });
    expect(html).toContain(`<iframe src="${service}/onair?a=1&amp;monitor=1"`);
  });

  it.each([
    ['of a service that is not connected', 'https://evil.example/'],
    ['of another port', 'https://graphics.example:8444/onair'],
    ['of another scheme', 'http://graphics.example:8443/onair'],
    ['of a host behind a user name', `${service}@evil.example/`],
    ['that is a script', 'javascript:alert(1)'],
    ['that is data', 'data:text/html,x'],
    ['that is no address', 'onair'],
  ])('lets in nothing %s', (_what, picture) => {
    const page = ask(picture);
    expect(page).toMatchObject({ status: 404, policy: policy("'none'") });
    expect(page.html).not.toContain('<iframe');
  });

  it('holds no markup of an address', () => {
    expect(ask(`${service}/"><script>`).html).not.toContain('<script>');
  });

  it('lets in nothing of a service whose name would be a policy of its own', () => {
    const service = 'https://x;frame-ancestors';
    expect(ask(`${service}/`, [service])).toMatchObject({ status: 404, policy: policy("'none'") });
  });
});
