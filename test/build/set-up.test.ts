import { describe, expect, it } from 'vitest';
import { isInstalled, pathWithoutPackages, stampOf } from '../../build/set-up.js';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/ws': { version: '8.0.0', integrity: 'sha512-ws' },
    'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-other', optional: true },
  },
};
const ws = lock.packages['node_modules/ws'];

describe('node_modules', () => {
  it.each([
    ['all is there', { ...lock.packages }, true],
    ['only what is for another platform is missing', { 'node_modules/ws': ws }, true],
    ['a package is missing', {}, false],
    ['a package is of another version', { 'node_modules/ws': { ...ws, version: '7.0.0' } }, false],
    ['a package has another content', { 'node_modules/ws': { ...ws, integrity: 'sha512-evil' } }, false],
    ['a package is there that the lockfile does not name', { 'node_modules/ws': ws, 'node_modules/x': ws }, false],
  ])('where %s', (_, packages, installed) => {
    expect(isInstalled(lock, { packages })).toBe(installed);
  });

  it('is remembered by platform and by every byte of the lockfile', () => {
    expect(stampOf('{}')).toMatch(new RegExp(`^${process.platform} ${process.arch} [0-9a-f]{64}\n$`));
    expect(stampOf('{}')).not.toBe(stampOf('{ }'));
  });
});

describe('the search path that npm installs with', () => {
  it.skipIf(process.platform === 'win32')('has no packages of a project on it', () => {
    expect(pathWithoutPackages('/a/node_modules/.bin:/usr/bin:/b/node_modules/.bin/:/node_modules/.bin-not')).toBe(
      '/usr/bin:/node_modules/.bin-not',
    );
  });
});
