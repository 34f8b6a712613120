import { describe, expect, it } from 'vitest';
import { type BrowserSearch, findBrowser } from '../../build/test-browser.ts';

/** A machine where some programs start, and ways to get others. */
function machine(has: string[], more: Partial<BrowserSearch> = {}) {
  const said: string[] = [];
  const search: BrowserSearch = {
    named: undefined,
    paths: ['/chromium', '/chrome'],
    starts: (program) => has.includes(program),
    ways: [],
    ...more,
  };
  return { said, find: () => findBrowser(search, (line) => said.push(line)) };
}

const playwright = { say: 'Fetching.', get: () => ['/playwright'] };
const debian = { say: 'Installing.', get: () => ['/chromium'] };

describe('the browser of the tests', () => {
  it('is the one that the environment names', () => {
    const { find } = machine(['/mine', '/chromium'], { named: '/mine' });
    expect(find()).toBe('/mine');
  });

  it('is never another than the one that the environment names', () => {
    const { find } = machine(['/chromium'], { named: '/mine' });
    expect(find).toThrow('OVERLAY_BROWSER names /mine, which does not start.');
  });

  it('is an installed one that starts, and nothing is fetched', () => {
    const { said, find } = machine(['/chrome'], { ways: [playwright] });
    expect(find()).toBe('/chrome');
    expect(said).toEqual([]);
  });

  it('is fetched where there is none', () => {
    const { said, find } = machine(['/playwright'], { ways: [playwright, debian] });
    expect(find()).toBe('/playwright');
    expect(said).toEqual(['Fetching.']);
  });

  it('comes from the next place where the first has none that starts', () => {
    const has: string[] = [];
    const installs = { say: 'Installing.', get: () => (has.push('/chromium'), ['/chromium']) };
    const { said, find } = machine(has, { ways: [playwright, installs] });
    expect(find()).toBe('/chromium');
    expect(said).toEqual(['Fetching.', 'Installing.']);
  });

  it('is asked for in words where there is none to be had', () => {
    const { said, find } = machine([], { ways: [playwright, debian] });
    expect(find).toThrow(
      'The tests need a browser, and there is none to be had here. Install Chromium or Chrome, or name one in the ' +
        'environment as OVERLAY_BROWSER.',
    );
    expect(said).toEqual(['Fetching.', 'Installing.']);
  });
});
