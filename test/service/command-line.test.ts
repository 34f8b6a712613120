import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../service/command-line.ts';
import { defaultTerms } from '../../service/http/network-terms.ts';

const read = (...args: string[]) => readCommandLine(args, '/page');

describe('the command line', () => {
  it('needs nothing', () => {
    expect(read()).toEqual({
      do: 'serve',
      port: 0,
      mediaPort: 0,
      data: resolve('data'),
      seed: undefined,
      outputPage: resolve('/page'),
      exitOnStdinClose: false,
      keepPassword: false,
      keepDeleted: 30,
      network: { ...defaultTerms, graphicHosts: [], mediaHosts: [] },
    });
  });

  it('takes everything', () => {
    const flags =
      '--port 8080 --media-port 8081 --data here --seed demo --output-page there --keep-deleted 0 --exit-on-stdin-close'.split(
        ' ',
      );
    expect(read(...flags)).toEqual({
      do: 'serve',
      port: 8080,
      mediaPort: 8081,
      data: resolve('here'),
      seed: 'demo',
      outputPage: resolve('there'),
      exitOnStdinClose: true,
      keepPassword: true,
      keepDeleted: 0,
      network: { ...defaultTerms, graphicHosts: [], mediaHosts: [] },
    });
  });

  it.each([
    [['--prot', '1'], "Unknown option '--prot'. Try --help."],
    [['serve'], 'Too many arguments. Expected 0 arguments but got 1: serve. Try --help.'],
    [['--media-port', '-1'], '--media-port takes a number from 0 to 65535, got "-1".'],
    [['--media-port', '1.5'], '--media-port takes a number from 0 to 65535, got "1.5".'],
    [['--keep-deleted', 'x'], '--keep-deleted takes a number of days from 0 to 36500, got "x".'],
    [['--port', 'x'], '--port takes a number from 0 to 65535, got "x".'],
    [['--port', '65536'], '--port takes a number from 0 to 65535, got "65536".'],
    [['--port'], "Option '--port <N>' argument missing. Try --help."],
    [['--data', ''], '--data takes a directory.'],
    [['--data', '--seed', 'demo'], '--data takes a directory.'],
    [['--output-page', '--keep-password'], '--output-page takes a directory.'],
    [['restore', ''], 'FILE is missing. Try --help.'],
    [['--seed', 'other'], '--seed knows only "demo", got "other".'],
  ])('refuses %j in one sentence', (args, problem) => {
    expect(read(...args)).toEqual({ do: 'refuse', problem });
  });

  it('explains every flag', () => {
    const command = read('--help');
    const flags = [
      '--port',
      '--media-port',
      '--data',
      '--seed',
      '--output-page',
      '--exit-on-stdin-close',
      '--keep-password',
    ];
    flags.push('--password-stdin', 'user add', 'user password', 'user remove', 'user list', '--help');
    flags.push('backup FILE', 'restore FILE', 'check', 'OVERLAY_ADMIN_USER', 'OVERLAY_ADMIN_PASSWORD');
    expect(flags.filter((flag) => command.do === 'help' && !command.text.includes(flag))).toEqual([]);
  });
});

describe('a command', () => {
  const data = resolve('here');
  it.each([
    ['user add a@b.cc', { do: 'user', task: 'add', email: 'a@b.cc', data, passwordStdin: false }],
    ['user add --password-stdin a@b.cc', { do: 'user', task: 'add', email: 'a@b.cc', data, passwordStdin: true }],
    ['user password a@b.cc', { do: 'user', task: 'password', email: 'a@b.cc', data, passwordStdin: false }],
    ['user remove a@b.cc', { do: 'user', task: 'remove', email: 'a@b.cc', data }],
    ['user list', { do: 'user', task: 'list', data }],
    ['backup copy.db', { do: 'backup', file: resolve('copy.db'), data }],
    ['restore copy.db', { do: 'restore', file: resolve('copy.db'), data }],
    ['check', { do: 'check', data }],
  ])('"%s" is understood', (words, command) => {
    expect(read(...words.split(' '), '--data', 'here')).toEqual({ do: 'upkeep', command });
  });

  it.each([
    ['user', 'user takes add, list, password or remove. Try --help.'],
    ['user make', 'user takes add, list, password or remove, got "make". Try --help.'],
    ['user add', "Missing required argument 'EMAIL'. Try --help."],
    ['user list all', "Too many arguments for 'list'. Expected 0 arguments but got 1: all. Try --help."],
    [
      'user add a@b.cc b@b.cc',
      "Too many arguments for 'add'. Expected 1 argument but got 2: a@b.cc, b@b.cc. Try --help.",
    ],
    ['user list --password-stdin', "Unknown option '--password-stdin'. Try --help."],
    ['backup', "Missing required argument 'FILE'. Try --help."],
    ['restore one two', "Too many arguments for 'restore'. Expected 1 argument but got 2: one, two. Try --help."],
    ['--data here check', '--data must not come before a command. Try --help.'],
    ['check --port 1', "Unknown option '--port'. Try --help."],
  ])('"%s" is refused in one sentence', (words, problem) => {
    expect(read(...words.split(' '))).toEqual({ do: 'refuse', problem });
  });
});
