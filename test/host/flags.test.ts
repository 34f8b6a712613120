import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostFlags } from '../../host/flags.ts';

describe('the flags of the host', () => {
  it('are all optional', () => {
    expect(hostFlags([])).toEqual({
      port: 8840,
      data: undefined,
      credentials: undefined,
      open: true,
      forgetBrowsers: false,
      takeOver: false,
      address: false,
    });
  });

  it('are understood together', () => {
    expect(
      hostFlags([
        '--port',
        '0',
        '--data',
        'show',
        '--credentials',
        'secret',
        '--no-open',
        '--forget-browsers',
        '--take-over',
        '--address',
      ]),
    ).toEqual({
      port: 0,
      data: resolve('show'),
      credentials: resolve('secret'),
      open: false,
      forgetBrowsers: true,
      takeOver: true,
      address: true,
    });
  });

  it.each([
    [['--port', 'http'], '--port takes a number from 0 to 65535, not "http".'],
    [['--port', '65536'], '--port takes a number from 0 to 65535, not "65536".'],
    [['--port='], '--port takes a number from 0 to 65535, not "".'],
    [['--data='], '--data takes a directory.'],
    [['--credentials='], '--credentials takes a file.'],
    [['--prot', '1'], "unknown option '--prot'"],
    [['show'], 'too many arguments'],
  ])('%j is refused in words that name it', (args, words) => {
    expect(() => hostFlags(args)).toThrow(words);
  });
});
