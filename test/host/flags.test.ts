import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostFlags, hostProgram } from '../../host/flags.ts';
import { flagWords, hostHelp, variableWords } from '../../host/usage.js';

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
      version: false,
      help: false,
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
        '--version',
        '--help',
      ]),
    ).toEqual({
      port: 0,
      data: resolve('show'),
      credentials: resolve('secret'),
      open: false,
      forgetBrowsers: true,
      takeOver: true,
      address: true,
      version: true,
      help: true,
    });
  });

  it.each([
    [['--port', 'http'], '--port takes a number from 0 to 65535, not "http".'],
    [['--port', '65536'], '--port takes a number from 0 to 65535, not "65536".'],
    [['--port='], '--port takes a number from 0 to 65535, not "".'],
    [['--data='], '--data takes a directory.'],
    [['--credentials='], '--credentials takes a file.'],
    [['--prot', '1'], "Unknown option '--prot'. Try --help."],
    [['--port'], "Option '--port <N>' argument missing. Try --help."],
    [['show'], 'Too many arguments. Expected 0 arguments but got 1: show. Try --help.'],
  ])('%j is refused in words that name it', (args, words) => {
    expect(() => hostFlags(args)).toThrow(new Error(words));
  });

  it('are explained, each of them, and every line of the help fits a terminal', () => {
    const flags = hostProgram().options.map((option) => option.flags);
    expect(Object.keys(flagWords).sort()).toEqual(flags.sort());
    for (const name of [...flags.map((flag) => flag.replace(/[<>]/g, '')), ...Object.keys(variableWords)]) {
      expect(hostHelp).toContain(`\n  ${name}`);
    }
    expect(hostHelp.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });
});

it('every variable that the host and its desk read is explained', () => {
  const sources = ['host', 'desk', 'node', 'surfaces']
    .flatMap((folder) => sourcesIn(join(import.meta.dirname, '../..', folder)))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const names = [...sources.matchAll(/\benv\.([A-Z_]+)|'(OVERLAY_[A-Z_]+|[A-Z]+_PROXY)'/g)].map(
    ([, member, text]) => member ?? text ?? '',
  );
  // What a system itself sets for every program, to find programs.
  const ofSystems = ['PATH', 'PROGRAMFILES'];
  const read = new Set(names.filter((name) => !ofSystems.includes(name)));
  expect([...read].sort()).toEqual(Object.keys(variableWords).join(', ').split(', ').sort());
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}
