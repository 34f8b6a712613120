import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AppView } from '../../../contract/desk-api/desk-api.ts';
import type { BackupView } from '../../../contract/desk-api/backup.ts';
import type { ConnectionView, SecretsView } from '../../../contract/desk-api/connections.ts';
import { noControllers } from '../../../contract/desk-api/controller.ts';
import type { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import type { CheckLine } from '../../../contract/desk-api/show-check.ts';
import { type CheckedFacts, type CheckedApp, checkLines } from '../../../desk/check/check-lines.ts';
import { readyBackup } from '../../kit/desk/backup-view.ts';

const connection = (more: Partial<ConnectionView> = {}): ConnectionView => ({
  id: 'c',
  name: 'Graphics',
  kind: 'account',
  base: 'https://graphics.example',
  email: 'a@b.c',
  hasSecret: true,
  proxy: { use: 'none', address: '', user: '', hasSecret: false },
  certificates: [],
  status: 'open',
  reason: '',
  apps: [{ id: 1, name: 'News', hasToken: true, chosen: true }],
  ...more,
});
const same: BackupView = { ...readyBackup, key: 'b', name: 'News 2' };
const view = (more: Partial<AppView> = {}): AppView => ({
  key: 'a',
  name: 'News',
  kind: 'account',
  truth: 'live',
  app: null,
  quota: null,
  backup: same,
  connection: { status: 'live', reason: '', service: 'https://graphics.example', confirmedAt: 1, stale: false },
  outputs: [{ role: 'output' } as NonNullable<AppView['outputs']>[number]],
  ...more,
});
const lost = { status: 'lost', reason: 'It is gone.', service: '', confirmedAt: 1, stale: false } as const;
const app = (of: Partial<AppView> = {}, more: Partial<CheckedApp> = {}): CheckedApp => ({
  view: view(of),
  clockAhead: 20,
  loaded: true,
  outputProblems: [],
  undrawn: [[], []],
  ...more,
});
const key = (name: string): KeyBinding => ({ key: name, action: { do: 'takeCued' } });
const panicKey: KeyBinding = { key: 'Shift+Escape', action: { do: 'panic' } };
const secrets: SecretsView = { state: 'open', backend: 'keychain', said: 'They are in the keychain.' };
const pad = {
  name: 'BeatStep',
  could: [],
  profile: 'Arturia BeatStep',
  trouble: '',
  last: null,
  page: 1,
  pages: 1,
  fine: false,
  brightness: null,
  asleep: false,
};
const american = { KeyT: 't', KeyW: 'w', Digit1: '1' };

/** A show that is ready. */
const ready: CheckedFacts = {
  connections: [connection()],
  services: [{ base: 'https://graphics.example', answer: 'ready', took: 12.4 }],
  apps: [app()],
  secrets,
  keys: [panicKey, key('KeyT')],
  keyProblems: [],
  keyboard: { printed: american, browser: true, system: 'linux' },
  controllers: noControllers,
  mappedDevices: [],
  disk: { freeMiB: 90_000 },
  recordProblems: [],
};

/** The lines of a show that is ready but for this, without those that are good. */
const bad = (change: Partial<CheckedFacts>): CheckLine[] =>
  checkLines({ ...ready, ...change }).filter(({ result }) => result !== 'good');
const short = (lines: CheckLine[]): string[] => lines.map(({ about, result, found }) => `${about} ${result}: ${found}`);

/** What is not as it should be, with the lines that say so. */
const cases: [string, Partial<CheckedFacts>, string[]][] = [
  ['no app instance', { apps: [] }, ['show failed: The desk controls no app instance.']],
  [
    'a connection that nobody uses',
    { connections: [connection({ apps: [{ id: 1, name: 'News', hasToken: true, chosen: false }] })] },
    ['connection look: It is open, and none of its app instances is chosen.'],
  ],
  [
    'a connection that is opening',
    { connections: [connection({ status: 'opening' })] },
    ['connection failed: It is not open yet.'],
  ],
  [
    'a locked connection',
    { connections: [connection({ status: 'waiting' })] },
    ['connection failed: Its password or token is locked.'],
  ],
  [
    'a refused connection',
    { connections: [connection({ status: 'failed', reason: 'The password is wrong.' })] },
    ['connection failed: The password is wrong.'],
  ],
  [
    'a service that is silent',
    { services: [{ base: 'http://x', answer: 'none', took: 3_000 }] },
    ['service failed: It does not answer.'],
  ],
  [
    'a service that cannot work',
    { services: [{ base: 'http://x', answer: 'not ready', took: 2 }] },
    ['service failed: It runs, and cannot work: it starts, stops, or cannot write.'],
  ],
  [
    'a service far away',
    { services: [{ base: 'http://x', answer: 'other', took: 400 }] },
    ['service look: It answers in 400 ms.'],
  ],
  [
    'a show that is not known yet',
    { apps: [app({ connection: { ...lost, status: 'connecting', reason: '' } })] },
    ['show failed: Its state is not known yet.'],
  ],
  ['a lost show', { apps: [app({ connection: lost })] }, ['show failed: It is gone.']],
  [
    'a show that is stale',
    { apps: [app({ connection: { ...view().connection, stale: true } })] },
    ['show failed: Its service has confirmed nothing for a while.'],
  ],
  ['an empty app instance', { apps: [app({}, { loaded: false })] }, ['show failed: No composition is loaded.']],
  [
    'a polled show',
    { apps: [app({ truth: 'polled' })] },
    ['show look: Its token was accepted, and its state is polled.'],
  ],
  [
    'no time of the service',
    { apps: [app({}, { clockAhead: null })] },
    ['clock not tried: Its service has not told its time.'],
  ],
  [
    'clocks apart',
    { apps: [app({}, { clockAhead: -2_500 })] },
    ['clock look: The clock of its service is 2.5 s behind this machine’s.'],
  ],
  [
    'a quota that is almost used up',
    { apps: [app({ quota: { limit: 100, remaining: 19, resetsAt: 0 } })] },
    ['quota look: 19 of 100 requests are left.'],
  ],
  [
    'a quota that is used up',
    { apps: [app({ quota: { limit: 100, remaining: 0, resetsAt: 0 } })] },
    ['quota failed: 0 of 100 requests are left.'],
  ],
  [
    'a service that tells no pages',
    { apps: [app({ outputs: null })] },
    ['output not tried: Its service does not tell which pages draw it.'],
  ],
  [
    'an output in trouble',
    { apps: [app({}, { outputProblems: ['Output 1 drops frames.'] })] },
    ['output look: Output 1 drops frames.'],
  ],
  ['no backup', { apps: [app({ backup: null })] }, ['backup look: It has no backup.']],
  [
    'a show on its backup',
    { apps: [app({ backup: { ...same, inUse: 'backup' } })] },
    ['backup look: It runs on its backup News 2.'],
  ],
  [
    'a backup that is away',
    { apps: [app({ backup: { ...same, state: 'away', reason: 'It is gone.' } })] },
    ['backup failed: Its backup News 2 is away. It is gone.'],
  ],
  [
    'a show whose backup is polled',
    { apps: [app({ backup: { ...same, state: 'polled' } })] },
    ['backup failed: It is not mirrored to its backup News 2, whose service must offer the live channel.'],
  ],
  [
    'a desk that changes over',
    { apps: [app({ backup: { ...same, state: 'moving' } })] },
    ['backup look: The desk is changing over.'],
  ],
  [
    'a backup that differs',
    { apps: [app({ backup: { ...same, state: 'drift', drift: ['Bug is out.'] } })] },
    ['backup look: Its backup News 2 differs: Bug is out.'],
  ],
  [
    'a backup that no page draws',
    { apps: [app({ backup: { ...same, unproved: ['No output page draws this show.'] } })] },
    ['backup look: Its backup News 2 shows the same, but is not proved: No output page draws this show.'],
  ],
  [
    'a page that draws no frame',
    { apps: [app({}, { undrawn: [['Output 1'], []] })] },
    [
      'output look: Output 1 did not draw the frame of this check.',
      'backup look: Its backup News 2 shows the same, but is not proved: Output 1 of the main did not draw the frame of this check.',
    ],
  ],
  [
    'a page of the backup that draws no frame',
    { apps: [app({}, { undrawn: [[], ['Output 1']] })] },
    [
      'backup look: Its backup News 2 shows the same, but is not proved: Output 1 of the backup did not draw the frame of this check.',
    ],
  ],
  [
    'a pair that another desk operates',
    { apps: [app({ backup: { ...same, operator: 'Desk 2' } })] },
    ['backup look: Desk 2 operates the pair.'],
  ],
  ['no key for a panic', { keys: [key('KeyT')] }, ['keys look: 1 keys are mapped, none of them to a panic.']],
  ['a wrong mapping', { keyProblems: ['The key KeyT is mapped twice.'] }, ['keys look: The key KeyT is mapped twice.']],
  ['no keyboard', { keyboard: null }, ['keyboard not tried: There is no keyboard here.']],
  [
    'a browser that tells no layout',
    { keyboard: { printed: null, browser: true, system: 'linux' } },
    ['keyboard look: The browser does not tell the layout of the keyboard.'],
  ],
  [
    'a key that is not on the keyboard',
    { keys: [panicKey, key('Ctrl+Slash'), key('F13'), key('KeyT')] },
    ['keyboard look: This keyboard has no Ctrl+Slash.'],
  ],
  [
    'a combination of the browser',
    { keys: [panicKey, key('Ctrl+Shift+KeyW'), key('KeyW')] },
    ['keyboard failed: The browser keeps Ctrl+Shift+KeyW to itself.'],
  ],
  [
    'the same on a French keyboard, where W is elsewhere',
    {
      keys: [panicKey, key('Ctrl+KeyZ'), key('Ctrl+KeyW')],
      keyboard: { printed: { KeyZ: 'w', KeyW: 'z' }, browser: true, system: 'linux' },
    },
    ['keyboard failed: The browser keeps Ctrl+KeyZ to itself.'],
  ],
  [
    'a key that some browsers keep',
    { keys: [panicKey, key('Ctrl+Digit1')] },
    ['keyboard look: Some browsers keep Ctrl+Digit1 to themselves.'],
  ],
  [
    'two alike devices of which choose which one it is is which',
    {
      controllers: { ...noControllers, devices: [{ ...pad, could: ['BeatStep', 'BeatStep (2)'] }] },
      mappedDevices: ['BeatStep', 'BeatStep (2)'],
    },
    ['controllers failed: It could be BeatStep or BeatStep (2): choose which one it is.'],
  ],
  [
    'a device that another program has',
    { controllers: { ...noControllers, devices: [pad, { ...pad, trouble: 'BeatStep cannot be opened.' }] } },
    ['controllers failed: BeatStep cannot be opened.'],
  ],
  [
    'a device that is mapped and not there',
    { mappedDevices: ['BeatStep'] },
    ['controllers look: It is mapped, and not plugged in.'],
  ],
  [
    'a machine without MIDI where something is mapped',
    { controllers: { ...noControllers, trouble: 'This machine has no MIDI system.' }, mappedDevices: ['BeatStep'] },
    ['controllers look: It is mapped, and not plugged in. This machine has no MIDI system.'],
  ],
  ['a machine without MIDI where nothing is', { controllers: { ...noControllers, trouble: 'It has no MIDI.' } }, []],
  [
    'a test without firing that goes on',
    { controllers: { ...noControllers, testing: { endsAt: 0, last: null } } },
    ['controllers failed: Controllers and panels are tested without firing.'],
  ],
  [
    'secrets in memory',
    { secrets: { ...secrets, backend: 'session' } },
    ['secrets look: Passwords and tokens are in memory alone.'],
  ],
  [
    'locked secrets',
    { secrets: { ...secrets, state: 'locked' } },
    ['secrets failed: Passwords and tokens are locked.'],
  ],
  [
    'secrets without a place',
    { secrets: { ...secrets, state: 'choose' } },
    ['secrets look: No place is chosen for passwords and tokens.'],
  ],
  [
    'secrets that cannot be read',
    { secrets: { ...secrets, state: 'failed', said: 'The file is damaged.' } },
    ['secrets failed: The file is damaged.'],
  ],
  ['little room', { disk: { freeMiB: 1_024 } }, ['disk look: 1.0 GiB are free on the disk of the desk.']],
  ['too little room', { disk: { freeMiB: 100 } }, ['disk failed: 0.1 GiB are free on the disk of the desk.']],
  [
    'a silent file system',
    { disk: undefined },
    ['disk not tried: The file system does not tell how much room is left.'],
  ],
  [
    'settings that are not written',
    { recordProblems: ['settings.json could not be written.'] },
    ['records failed: settings.json could not be written.'],
  ],
];

describe('the check of the show', () => {
  it('has a line for each thing, all good where the show is ready', () => {
    expect(checkLines(ready).map(({ about, name, result, todo }) => [about, name, result, todo])).toEqual([
      ['connection', 'Graphics', 'good', ''],
      ['service', 'https://graphics.example', 'good', ''],
      ['show', 'News', 'good', ''],
      ['clock', 'News', 'good', ''],
      ['output', 'News', 'good', ''],
      ['backup', 'News', 'good', ''],
      ['keys', '', 'good', ''],
      ['keyboard', '', 'good', ''],
      ['secrets', '', 'good', ''],
      ['disk', '', 'good', ''],
      ['records', '', 'good', ''],
    ]);
  });

  it.each(cases)('finds %s', (_, change, found) => {
    expect(short(bad(change))).toEqual(found);
  });

  it('has a good line for a device that works', () => {
    const lines = checkLines({
      ...ready,
      controllers: { ...noControllers, devices: [pad] },
      mappedDevices: [pad.name],
    });
    expect(lines.filter(({ about }) => about === 'controllers')).toEqual([
      { about: 'controllers', name: 'BeatStep', result: 'good', found: 'It works as Arturia BeatStep.', todo: '' },
    ]);
  });

  it('lets a desktop window have the combinations that a browser keeps', () => {
    expect(
      bad({ keys: [panicKey, key('Ctrl+KeyW')], keyboard: { printed: american, browser: false, system: 'linux' } }),
    ).toEqual([]);
  });

  it('says of each failure what to do, in sentences that docs/operators/check.md has', () => {
    const page = readFileSync(new URL('../../../docs/operators/check.md', import.meta.url), 'utf8').replace(
      /\s+/g,
      ' ',
    );
    const lines = cases.flatMap(([, change]) => bad(change));
    expect(lines.filter(({ result, todo }) => result === 'failed' && todo === '')).toEqual([]);
    expect(lines.map(({ todo }) => todo).filter((todo) => !page.includes(todo))).toEqual([]);
  });
});
