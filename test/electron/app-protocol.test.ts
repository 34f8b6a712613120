import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileOf, isOwnOrigin, serveScreens } from '../../electron/app-protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'overlay-desk-'));
const root = join(folder, 'renderer');
mkdirSync(join(root, 'assets'), { recursive: true });
writeFileSync(join(root, 'index.html'), '<title>Overlay Desk</title>');
writeFileSync(join(root, 'assets', 'main.js'), 'start();');
writeFileSync(join(folder, 'settings.json'), '{"secret":1}');
mkdirSync(join(folder, 'renderer-of-another'));
writeFileSync(join(folder, 'renderer-of-another', 'x.js'), 'steal();');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('an address of the app', () => {
  it.each([
    ['overlay-desk://app/', 'index.html'],
    ['overlay-desk://app/index.html?a=1#b', 'index.html'],
    ['overlay-desk://app/assets/main.js', 'assets/main.js'],
    ['overlay-desk://app/assets/../index.html', 'index.html'],
    ['overlay-desk://app/with%20space.svg', 'with space.svg'],
  ])('%s names %s', (url, file) => {
    expect(fileOf(url, root)).toBe(join(root, file));
  });

  it.each([
    'overlay-desk://app/..%2Fsettings.json',
    'overlay-desk://app/assets/..%2F..%2Fsettings.json',
    'overlay-desk://app/..%2frenderer-of-another/x.js',
    'overlay-desk://app/%00',
    'overlay-desk://app/%E0%A4%A',
    'overlay-desk://elsewhere/index.html',
    'https://app/index.html',
  ])('%s names nothing', (url) => {
    expect(fileOf(url, root)).toBeUndefined();
  });
});

describe("the desk's own origin", () => {
  it.each([
    ['overlay-desk://app', true],
    ['overlay-desk://app/', true],
    ['overlay-desk://app/index.html', true],
    ['overlay-desk://app:80/', false],
    ['overlay-desk://app.example.com/', false],
    ['overlay-desk:app', false],
    ['https://app/', false],
    ['data:text/html,overlay-desk://app/', false],
    ['null', false],
    ['', false],
  ])('"%s": %s', (url, own) => {
    expect(isOwnOrigin(url)).toBe(own);
  });
});

describe('the files of the app', () => {
  const serve = serveScreens(root, () => ['https://graphics.example']);

  it('come with what they are and what they may do', async () => {
    const answer = await serve({ method: 'GET', url: 'overlay-desk://app/assets/main.js' });
    expect({ status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html; " +
          "img-src 'self' data: http: https:; " +
          "connect-src 'self'; frame-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; " +
          "frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
      body: 'start();',
    });
  });

  it('have beside them the page around the program picture of a connected service, and of no other', async () => {
    const around = async (picture: string): Promise<{ status: number; policy: string | null; text: string }> => {
      const url = `overlay-desk://app/program-picture?of=${encodeURIComponent(picture)}`;
      const answer = await serve({ method: 'GET', url });
      return {
        status: answer.status,
        policy: answer.headers.get('content-security-policy'),
        text: await answer.text(),
      };
    };
    const page = await around('https://graphics.example/onair');
    expect(page.status).toBe(200);
    expect(page.policy).toMatch(/frame-src https:\/\/graphics\.example;.+ancestors 'self'$/);
    expect(page.text).toContain('<iframe src="https://graphics.example/onair"');
    const other = await around('https://evil.example/');
    expect(other).toMatchObject({ status: 404, policy: expect.stringContaining("frame-src 'none'") });
  });

  it('say in words that one is missing, so that the window is not blank', async () => {
    const answer = await serve({ method: 'GET', url: 'overlay-desk://app/gone.html' });
    expect({ status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() }).toEqual({
      status: 404,
      type: 'text/plain; charset=utf-8',
      body: `Overlay Desk has no screen at overlay-desk://app/gone.html.\n\nIts screens are in ${root}. If that is empty, build them.`,
    });
  });

  it('can only be read', async () => {
    const answer = await serve({ method: 'POST', url: 'overlay-desk://app/index.html' });
    expect(answer.status).toBe(405);
  });
});
