import { describe, expect, it } from 'vitest';
import { type ComposeCommand, readCommandLine } from '../../compose/command-line.ts';

const read = (words: string): ComposeCommand => readCommandLine(words.split(' ').filter(Boolean), '/show');
const remote = { service: 'http://127.0.0.1:8830', email: 'admin@overlay.local' };
const service = '--service http://127.0.0.1:8830';

describe('a command line asks for', () => {
  it.each<[string, ComposeCommand]>([
    ['new --list', { do: 'list' }],
    ['new a.json', { do: 'new', file: '/show/a.json', from: [], name: 'a' }],
    [
      'new /b/a.json --from clock --from clock --name News',
      { do: 'new', file: '/b/a.json', from: ['clock', 'clock'], name: 'News' },
    ],
    [
      'check a.json ../b.json',
      {
        do: 'check',
        files: [
          { path: '/show/a.json', shown: 'a.json' },
          { path: '/b.json', shown: '../b.json' },
        ],
      },
    ],
    [
      `import a.zip ${service}`,
      { do: 'import', source: '/show/a.zip', remote, into: undefined, revision: undefined, name: 'a' },
    ],
    [
      `import graphic ${service}/ --user ada@example.org --into 7 --name News`,
      {
        do: 'import',
        source: '/show/graphic',
        remote: { ...remote, email: 'ada@example.org' },
        into: 7,
        revision: undefined,
        name: 'News',
      },
    ],
    [`export 12 a.ZIP ${service}`, { do: 'export', compositionId: 12, file: '/show/a.ZIP', remote }],
  ])('%s', (words, command) => {
    expect(read(words)).toEqual(command);
  });

  it.each(['', '--help', '-h', 'new --help', 'check -h', 'import --help', 'export --help'])('help: %s', (words) => {
    const command = read(words);
    const word = /^\w+/.exec(words)?.[0] ?? 'COMMAND';
    expect(command).toEqual({ do: 'help', text: expect.stringMatching(`^npm run compose -- ${word}`) as unknown });
  });
});

describe('a command line that is wrong is answered with a sentence', () => {
  it.each([
    ['draw a.json', 'There is no command "draw". Try --help.'],
    ['preview a.json', 'There is no command "preview". Try --help.'],
    ['--all', "Unknown option '--all'. Try --help."],
    ['constructor', 'There is no command "constructor". Try --help.'],
    ['new', 'new takes a file. Try new --help.'],
    ['new a.json b.json', 'new takes one file; "b.json" is a second one. Try new --help.'],
    ['new --list a.json', '--list takes no file. Try new --help.'],
    ['new a.json --from', "Option '--from <design>' argument missing. Try new --help."],
    ['new a.json --name=', '--name takes a name. Try new --help.'],
    ['check', 'check takes a file. Try check --help.'],
    ['check --all a.json', "Unknown option '--all'. Try check --help."],
    ['import a.json', '--service takes the address of a service. Try import --help.'],
    [
      'import a.json --service 127.0.0.1:8830',
      '--service takes an address such as http://127.0.0.1:8830, not "127.0.0.1:8830". Try import --help.',
    ],
    [
      'import a.json --service http://ada:secret@example.org',
      '--service takes an address such as http://127.0.0.1:8830, not "http://ada:secret@example.org". Try import --help.',
    ],
    [`import a.json ${service} --user a:b`, '--user takes an e-mail address, not "a:b". Try import --help.'],
    [`import a.json ${service} --revision 12`, '--revision takes --into with it. Try import --help.'],
    [
      `import a.json ${service} --into 7 --revision "12"`,
      '--revision takes the number of a revision, not ""12"". Try import --help.',
    ],
    [
      `import a.json ${service} --into News`,
      '--into takes the id of a composition, which is a number, not "News". Try import --help.',
    ],
    [`import a.json ${service} --password x`, "Unknown option '--password'. Try import --help."],
    [`export 3 ${service}`, 'export takes the id of a composition and a file. Try export --help.'],
    [`export 3 a.txt ${service}`, 'export writes a .json or a .zip, not "a.txt". Try export --help.'],
    [
      `export 0 a.json ${service}`,
      'export takes the id of a composition, which is a number, not "0". Try export --help.',
    ],
  ])('%s', (words, problem) => {
    expect(read(words)).toEqual({ do: 'refuse', problem });
  });
});
