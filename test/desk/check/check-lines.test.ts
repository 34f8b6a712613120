import { texts } from '../../../contract/texts/texts.ts';
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
  unlogged: [],
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
  lostMedia: [],
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
  [
    'a cue with a picture that is not found',
    { lostMedia: [{ cue: '4 Ada', graphic: 'Title', field: 'Face', address: 'ada.png' }] },
    [`cues look: ${texts.check.lostMedia('Face', 'Title', 'ada.png')}`],
  ],
  ['no app instance', { apps: [] }, [`show failed: ${texts.check.noApp}`]],
  [
    'a connection that nobody uses',
    { connections: [connection({ apps: [{ id: 1, name: 'News', hasToken: true, chosen: false }] })] },
    [`connection look: ${texts.check.noneChosen}`],
  ],
  [
    'a connection that is opening',
    { connections: [connection({ status: 'opening' })] },
    [`connection failed: ${texts.check.notOpen}`],
  ],
  [
    'a locked connection',
    { connections: [connection({ status: 'waiting' })] },
    [`connection failed: ${texts.check.lockedSecret}`],
  ],
  [
    'a refused connection',
    { connections: [connection({ status: 'failed', reason: 'The password is wrong.' })] },
    ['connection failed: The password is wrong.'],
  ],
  [
    'a service that is silent',
    { services: [{ base: 'http://x', answer: 'none', took: 3_000 }] },
    [`service failed: ${texts.check.silent}`],
  ],
  [
    'a service that cannot work',
    { services: [{ base: 'http://x', answer: 'not ready', took: 2 }] },
    [`service failed: ${texts.check.cannotWork}`],
  ],
  [
    'a service far away',
    { services: [{ base: 'http://x', answer: 'other', took: 400 }] },
    [`service look: ${texts.check.answers(400)}`],
  ],
  [
    'a show that is not known yet',
    { apps: [app({ connection: { ...lost, status: 'connecting', reason: '' } })] },
    [`show failed: ${texts.check.stateUnknown}`],
  ],
  ['a lost show', { apps: [app({ connection: lost })] }, ['show failed: It is gone.']],
  [
    'a show that is stale',
    { apps: [app({ connection: { ...view().connection, stale: true } })] },
    [`show failed: ${texts.check.stale}`],
  ],
  ['an empty app instance', { apps: [app({}, { loaded: false })] }, [`show failed: ${texts.check.noComposition}`]],
  ['a polled show', { apps: [app({ truth: 'polled' })] }, [`show look: ${texts.check.polled}`]],
  [
    'no time of the service',
    { apps: [app({}, { clockAhead: null })] },
    [`clock not tried: ${texts.check.clockUnknown}`],
  ],
  [
    'clocks apart',
    { apps: [app({}, { clockAhead: -2_500 })] },
    [`clock look: ${texts.check.clockApart('2.5', 'behind')}`],
  ],
  [
    'a quota that is almost used up',
    { apps: [app({ quota: { limit: 100, remaining: 19, resetsAt: 0 } })] },
    [`quota look: ${texts.check.quotaLeft(19, 100)}`],
  ],
  [
    'a quota that is used up',
    { apps: [app({ quota: { limit: 100, remaining: 0, resetsAt: 0 } })] },
    [`quota failed: ${texts.check.quotaLeft(0, 100)}`],
  ],
  [
    'a service that tells no pages',
    { apps: [app({ outputs: null })] },
    [`output not tried: ${texts.check.pagesUnknown}`],
  ],
  [
    'an output in trouble',
    { apps: [app({}, { outputProblems: [texts.outputs.dropsFrames('Output 1')] })] },
    [`output look: ${texts.outputs.dropsFrames('Output 1')}`],
  ],
  ['no backup', { apps: [app({ backup: null })] }, [`backup look: ${texts.check.noBackup}`]],
  [
    'a show on its backup',
    { apps: [app({ backup: { ...same, inUse: 'backup' } })] },
    [`backup look: ${texts.check.onBackup('News 2')}`],
  ],
  [
    'a backup that is away',
    { apps: [app({ backup: { ...same, state: 'away', reason: 'It is gone.' } })] },
    [`backup failed: ${texts.check.backupAway('News 2', 'It is gone.')}`],
  ],
  [
    'a show whose backup is polled',
    { apps: [app({ backup: { ...same, state: 'polled' } })] },
    [`backup failed: ${texts.check.notMirrored('News 2')}`],
  ],
  [
    'a desk that changes over',
    { apps: [app({ backup: { ...same, state: 'moving' } })] },
    [`backup look: ${texts.check.changingOver}`],
  ],
  [
    'a backup that differs',
    { apps: [app({ backup: { ...same, state: 'drift', drift: ['Bug is out.'] } })] },
    [`backup look: ${texts.check.differs('News 2', 'Bug is out.')}`],
  ],
  [
    'a backup that no page draws',
    { apps: [app({ backup: { ...same, unproved: [texts.outputs.none] } })] },
    [`backup look: ${texts.check.notProved('News 2', texts.outputs.none)}`],
  ],
  [
    'a page that draws no frame',
    { apps: [app({}, { undrawn: [['Output 1'], []] })] },
    [
      `output look: ${texts.check.noFrame('Output 1')}`,
      `backup look: ${texts.check.notProved('News 2', texts.check.noFrame('Output 1 of the main'))}`,
    ],
  ],
  [
    'a page of the backup that draws no frame',
    { apps: [app({}, { undrawn: [[], ['Output 1']] })] },
    [`backup look: ${texts.check.notProved('News 2', texts.check.noFrame(texts.check.pageOfBackup('Output 1')))}`],
  ],
  [
    'a pair that another desk operates',
    { apps: [app({ backup: { ...same, operator: 'Desk 2' } })] },
    [`backup look: ${texts.check.otherOperates('Desk 2')}`],
  ],
  ['no key for a panic', { keys: [key('KeyT')] }, [`keys look: ${texts.check.keysWithoutPanic(1)}`]],
  ['a wrong mapping', { keyProblems: ['The key KeyT is mapped twice.'] }, ['keys look: The key KeyT is mapped twice.']],
  ['no keyboard', { keyboard: null }, [`keyboard not tried: ${texts.check.noKeyboard}`]],
  [
    'a browser that tells no layout',
    { keyboard: { printed: null, browser: true, system: 'linux' } },
    [`keyboard look: ${texts.check.layoutUnknown}`],
  ],
  [
    'a key that is not on the keyboard',
    { keys: [panicKey, key('Ctrl+Slash'), key('F13'), key('KeyT')] },
    [`keyboard look: ${texts.check.keysAbsent('Ctrl+Slash')}`],
  ],
  [
    'a combination of the browser',
    { keys: [panicKey, key('Ctrl+Shift+KeyW'), key('KeyW')] },
    [`keyboard failed: ${texts.check.keptByBrowser('Ctrl+Shift+KeyW')}`],
  ],
  [
    'the same on a French keyboard, where W is elsewhere',
    {
      keys: [panicKey, key('Ctrl+KeyZ'), key('Ctrl+KeyW')],
      keyboard: { printed: { KeyZ: 'w', KeyW: 'z' }, browser: true, system: 'linux' },
    },
    [`keyboard failed: ${texts.check.keptByBrowser('Ctrl+KeyZ')}`],
  ],
  [
    'a key that some browsers keep',
    { keys: [panicKey, key('Ctrl+Digit1')] },
    [`keyboard look: ${texts.check.keptBySome('Ctrl+Digit1')}`],
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
    [`controllers look: ${texts.check.notPluggedIn}`, 'controllers look: This machine has no MIDI system.'],
  ],
  ['a machine without MIDI where nothing is', { controllers: { ...noControllers, trouble: 'It has no MIDI.' } }, []],
  [
    'a test without firing that goes on',
    { controllers: { ...noControllers, testing: { endsAt: 0, last: null } } },
    [`controllers failed: ${texts.check.testing}`],
  ],
  [
    'secrets in memory',
    { secrets: { ...secrets, backend: 'session' } },
    [`secrets look: ${texts.check.secretsInMemory}`],
  ],
  ['locked secrets', { secrets: { ...secrets, state: 'locked' } }, [`secrets failed: ${texts.check.secretsLocked}`]],
  ['secrets without a place', { secrets: { ...secrets, state: 'choose' } }, [`secrets look: ${texts.check.noStore}`]],
  [
    'secrets that cannot be read',
    { secrets: { ...secrets, state: 'failed', said: 'The file is damaged.' } },
    ['secrets failed: The file is damaged.'],
  ],
  ['little room', { disk: { freeMiB: 1_024 } }, [`disk look: ${texts.check.free('1.0')}`]],
  ['too little room', { disk: { freeMiB: 100 } }, [`disk failed: ${texts.check.free('0.1')}`]],
  ['a silent file system', { disk: undefined }, [`disk not tried: ${texts.check.roomUnknown}`]],
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
      {
        about: 'controllers',
        name: 'BeatStep',
        result: 'good',
        found: texts.check.worksAs('Arturia BeatStep'),
        todo: '',
      },
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
