import { describe, expect, it } from 'vitest';
import { reasonIn } from '../../build/electron-binary.ts';

describe('why Electron cannot be had', () => {
  it.each([
    [
      'RequestError: getaddrinfo ENOTFOUND host.example\n    at ClientRequest.<anonymous> (x.js:1:2)',
      'getaddrinfo ENOTFOUND host.example',
    ],
    ['node:internal/x:1\n\nError [ERR_X]: it broke\n    at y', 'it broke'],
    ['HTTPError: Response code 403 (Forbidden)', 'Response code 403 (Forbidden)'],
    ['\n  something else \n', 'something else'],
    ['TypeError: fetch failed\n', 'its download address cannot be reached'],
    ['', 'its download failed'],
  ])('%j is told as %j', (words, reason) => {
    expect(reasonIn(words)).toBe(reason);
  });
});
