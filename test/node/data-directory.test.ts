import { describe, expect, it } from 'vitest';
import { dataDirectory } from '../../node/data-directory.ts';

describe('the data directory, when none is named', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/overlay-desk'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/overlay-desk'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada', '/home/ada/.local/share/overlay-desk'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ada', '/home/ada/.local/share/overlay-desk'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/overlay-desk'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\overlay-desk\\Data'],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\overlay-desk\\Data'],
  ] as const)('on %s with %j in %s is %s', (platform, env, home, directory) => {
    expect(dataDirectory({ platform, env, home })).toBe(directory);
  });
});
