import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../service/command-line.ts';

const read = (...args: string[]) => readCommandLine(args, '/page');

describe('the command line', () => {
  it('needs nothing', () => {
    expect(read()).toEqual({
      do: 'serve',
      port: 0,
      data: resolve('data'),
      seed: undefined,
      outputPage: resolve('/page'),
      exitOnStdinClose: false,
    });
  });

  it('takes everything', () => {
    const flags = '--port 8080 --data here --seed demo --output-page there --exit-on-stdin-close'.split(' ');
    expect(read(...flags)).toEqual({
      do: 'serve',
      port: 8080,
      data: resolve('here'),
      seed: 'demo',
      outputPage: resolve('there'),
      exitOnStdinClose: true,
    });
  });

  it.each([
    [['--prot', '1'], "Unknown option '--prot'. Try --help."],
    [['serve'], "Unexpected argument 'serve'. Try --help."],
    [['--port', 'x'], '--port takes a number from 0 to 65535, got "x".'],
    [['--port', '65536'], '--port takes a number from 0 to 65535, got "65536".'],
    [['--port'], "Option '--port <value>' argument missing. Try --help."],
    [['--data', ''], '--data takes a directory.'],
    [['--seed', 'other'], '--seed knows only "demo", got "other".'],
  ])('refuses %j in one sentence', (args, problem) => {
    expect(read(...args)).toEqual({ do: 'refuse', problem });
  });

  it('explains every flag', () => {
    const command = read('--help');
    const flags = ['--port', '--data', '--seed', '--output-page', '--exit-on-stdin-close', '--help'];
    expect(flags.filter((flag) => command.do === 'help' && !command.text.includes(flag))).toEqual([]);
  });
});
