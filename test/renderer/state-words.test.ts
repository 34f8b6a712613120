import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import { SourceState } from '../../contract/desk-api/source.ts';
import { ControllerBinding, type TestedControl } from '../../contract/desk-api/controller.ts';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import { type ErrorCode, errorTable } from '../../contract/errors.ts';
import { Tally } from '../../contract/model/tally.ts';
import { backupState } from '../../renderer/backup/backup-state.ts';
import { testedWords } from '../../renderer/keys/tested-words.ts';
import { linkState } from '../../renderer/health/link-state.ts';
import { guardProgress } from '../../renderer/guard/guard-progress.ts';
import { marksOf } from '../../renderer/tally/marks.ts';
import type { ShownApp } from '../../renderer/state/shown-app.svelte.ts';
import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { eveningNews } from '../kit/service/evening-news.ts';
import * as guide from '../kit/screens/operator-words.ts';

const manual = guide.guideText();
const unexplained = (words: readonly string[]): string[] => words.filter((word) => !manual.includes(`**${word}**`));

/** An app instance with this link to its service. */
const app = (of: Partial<AppView>, status: 'connecting' | 'live' | 'lost' = 'live', stale = false): ShownApp => {
  const connection = { status, reason: '', service: '', confirmedAt: 1 };
  return { connection, stale, view: { truth: 'live', ...of } } as unknown as ShownApp;
};

const { tally, data, cues, health, guard, keys, program } = texts;
/** The states of each subject, and the page that explains them. The same word may be a state of several subjects. */
const states: readonly (readonly [subject: string, page: string, words: readonly string[]])[] = [
  ['a graphic', 'states.md', Tally.options],
  [
    'a mark',
    'states.md',
    [tally.drift, tally.refused, tally.changed, tally.editing, tally.restored].map(({ word }) => word),
  ],
  ['a mark of live data', 'states.md', [data.stale]],
  ['a cue', 'states.md', Object.values(cues.states).filter(Boolean)],
  ['a mark of a cue', 'states.md', [cues.missing, cues.marked, cues.edited, data.partial, data.noneYet]],
  ['a guarded key', 'states.md', [guard.hold, guard.armed]],
  ['a panic', 'states.md', ['NOT OUT', 'NOT SENT', 'MAY STILL BE ON AIR', texts.alerts.alarm, 'NOT ON THE DISK']],
  ['a link', 'states.md', Object.values(health.links)],
  ['a picture', 'states.md', [program.notConfirmed]],
  ['a quota', 'states.md', [health.quota.low, health.quota.spent]],
  ['a connection', 'connections.md', Object.values(texts.connections.statuses)],
  ['a backup', 'backup.md', [...Object.values(texts.backup.states), texts.backup.failsOverIn('n')]],
  [
    'an output',
    'on-air-output.md',
    [program.none, program.undrawn, program.dropping, program.behind, 'missing', 'failure', program.tooOld],
  ],
  ['a page', 'on-air-output.md', [program.noPicture, program.unknown]],
  ['a source', 'data.md', Object.values(data.states)],
  ['a check', 'check.md', ['good', 'LOOK', 'FAILED', 'not tried']],
  ['a keyboard', 'keys.md', [...Object.values(keys.states), keys.keyboardElsewhere]],
  ['a rundown', 'cues.md', [cues.active, texts.common.notActive]],
  ['a show', 'cues.md', [texts.lock.lockedMark]],
  ['a test of controls', 'controllers.md', [keys.testing, 'PANIC WAS NOT FIRED']],
  ['two alike devices', 'controllers.md', ['WHICH ONE IS THIS?']],
  ['a panel', 'panels.md', [keys.asleep]],
];

describe('docs/operators', () => {
  it('explains each state once, on the page of its subject', () => {
    const wanted = states.flatMap(([, page, words]) => words.map((word) => `${page}: ${word}`));
    const isState = new Set(states.flatMap(([, , words]) => words));
    const found = guide.definitions().filter((one) => isState.has(one.replace(/^[^:]+: /, '')));
    expect(found.sort()).toEqual(wanted.sort());
  });
});

describe('docs/operators explains', () => {
  it('every tally', () => {
    expect(unexplained(Tally.options)).toEqual([]);
  });

  it('every mark of a sub-composition', () => {
    const { subs } = eveningNews('http://127.0.0.1:1/');
    const view = Object.values(subs).find(({ tally }) => tally === 'OUT');
    const marked = {
      ...view!,
      changed: { at: 1 },
      drift: { state: 'In' as const },
      holder: 'Desk 2',
      restored: true as const,
    };
    const marks = marksOf(marked, { refusal: { at: 1, why: '' }, trusted: true, stale: 'Squad: STALE' });
    expect(marks.map(({ kind }) => kind)).toEqual(['drift', 'refused', 'stale', 'changed', 'editing', 'restored']);
    expect(unexplained(marks.map(({ word }) => word))).toEqual([]);
  });

  it('a failure on air with two marks: what was asked, and that it is still on air', () => {
    const { subs } = eveningNews('http://127.0.0.1:1/');
    const view = Object.values(subs).find(({ tally }) => tally === 'OUT')!;
    const facts = { refusal: undefined, trusted: true };
    const failed = { ...view, tally: 'FAILED' as const };
    expect(marksOf({ ...failed, onAir: 'yes' }, facts).map(({ word }) => word)).toEqual(['ON AIR']);
    expect(marksOf({ ...failed, onAir: 'no' }, facts)).toEqual([]);
  });

  it('every state of the link to an app instance, and of a connection', () => {
    const all = [
      linkState(undefined, 'gone'),
      linkState(undefined, 'opening'),
      linkState(undefined, 'open'),
      linkState(app({}, 'connecting'), 'open'),
      linkState(app({}, 'lost'), 'open'),
      linkState(app({}, 'live', true), 'open'),
      linkState(app({}), 'open'),
      linkState(app({ truth: 'polled' }), 'open'),
    ];
    expect(new Set(all.map(({ word }) => word)).size).toBe(8);
    expect(unexplained([...all.map(({ word }) => word), ...Object.values(texts.connections.statuses)])).toEqual([]);
  });

  it('why an app instance is polled: by a service that does not push, or after a failure', () => {
    const connection = { ...app({}).connection, reason: 'It broke off.' };
    const failed = { connection, view: { truth: 'polled' } } as unknown as ShownApp;
    expect([app({ truth: 'polled' }), failed].map((one) => linkState(one, 'open').reason)).toEqual([
      texts.health.polls,
      texts.health.pollsAfter('It broke off.'),
    ]);
  });

  it('every state of a backup', () => {
    const backup = (of: Partial<BackupView>): BackupView =>
      ({ state: 'same', inUse: 'main', drift: [], unproved: [], ...of }) as BackupView;
    const states = (['same', 'drift', 'away', 'polled', 'moving'] as const).map((state) => backup({ state }));
    const all = [null, ...states, backup({ unproved: ['No page draws it.'] }), backup({ inUse: 'backup' })].map(
      (one) => backupState(one).word,
    );
    expect(new Set(all).size).toBe(8);
    expect(unexplained(all)).toEqual([]);
  });

  it('every state of a source, in docs/operators/data.md', () => {
    const data = readFileSync(new URL('../../docs/operators/data.md', import.meta.url), 'utf8');
    const words = [
      ...SourceState.options.map((state) => texts.data.states[state]),
      ...Object.values(texts.data.modeNames).map(({ word }) => word),
    ];
    expect(words.filter((word) => !data.includes(`**${word}**`))).toEqual([]);
  });

  it('what a test says of a control, in docs/operators/controllers.md', () => {
    const used = { device: 'Pads', control: 'note 1/1', page: 1, fires: false };
    const go = (of: object) => ControllerBinding.parse({ ...used, page: undefined, action: { do: 'go' }, ...of });
    const said = (last: Partial<TestedControl>, stands: number[] = []): string =>
      testedWords(
        { ...used, bindings: [go({})], ...last },
        stands.map((one) => ({ ...used, stands: one, value: 1 })),
      );
    const all = [
      said({ bindings: [] }),
      said({}),
      said({ fires: true }),
      said({}, [5]),
      said({ bindings: [go({ guard: { kind: 'hold', milliseconds: 500 } })] }),
      said({ bindings: [go({ guard: { kind: 'arm' } })] }),
    ];
    expect(new Set(all).size).toBe(6);
    expect(guide.unexplained(all.map((one) => one.replace(':', '')))).toEqual([]);
  });

  it('what guards a key', () => {
    const now = { binding: undefined, now: 0 };
    const words = (['held', 'armed'] as const).map(
      (stands) => guardProgress({ key: 'F2', state: stands, until: 1 }, now).word,
    );
    expect(unexplained(words)).toEqual([]);
  });

  it.each([
    [
      'program',
      ['NO OUTPUT', 'OTHER SIDE SHOWN', 'no output page', 'outputs unknown', 'drops frames', 'behind', 'missing'],
    ],
    ['program', ['NOT CONFIRMED', 'No picture yet']],
    ['health', ['Quota low', 'QUOTA SPENT']],
    ['backup', ['FAIL OVER', 'FAIL BACK', 'Copy the composition', 'Repair']],
    ['take', ['Send again', 'Dismiss', 'Seen', 'Take over']],
    ['keys', ['KEYBOARD ELSEWHERE']],
    ['keys', ['TESTING CONTROLS', 'End the test', 'PANIC WAS NOT FIRED', 'not even a panic']],
    ['keys', ['WHICH ONE IS THIS?']],
    ['alerts', ['ALARM']],
    ['panic', ['NOT OUT', 'MAY STILL BE ON AIR']],
  ] as const)('the words of %s, as the catalogue has them: %s', (area, words) => {
    const shown = guide.textsIn({ ...texts.common, ...texts[area] });
    expect(words.filter((word) => !shown.some((text) => text.includes(word)))).toEqual([]);
    expect(unexplained(words)).toEqual([]);
  });
});

/** Errors between programs, or of who starts one: an operator reads them in the words of the service, if at all. */
const ofPrograms: readonly ErrorCode[] = [
  'body-not-json',
  'body-invalid',
  'id-unknown',
  'email-unknown',
  'no-output',
  'parameter-missing',
  'origin-refused',
  'route-unknown',
  'method-not-allowed',
  'upgrade-required',
  'body-too-large',
  'changed-meanwhile',
  'delete-refused',
  'media-type-unsupported',
  'output-page-missing',
];

/** Rooms whose sentences say what to do, or come with a sentence that does. */
const sayWhatToDo: readonly string[] = ['check', 'cues', 'drivers', 'link', 'services', 'threads'];
const roomsOfTexts = (Object.keys(deskTexts) as (keyof typeof deskTexts)[]).filter((one) => !sayWhatToDo.includes(one));

/** Words of the log of the desk and of the support bundle. */
const plain = [deskTexts.log.unwritable, deskTexts.log.unexpected, deskTexts.log.silent];
describe('docs/operators has a phrase for', () => {
  it('every error that an operator of the desk reads', () => {
    const codes = Object.keys(errorTable) as ErrorCode[];
    const read = codes.filter((code) => !ofPrograms.includes(code)).map((code) => errorTable[code].operator);
    expect(guide.unexplained(read)).toEqual([]);
  });

  it.each(roomsOfTexts)('each sentence of the desk in contract/texts/en/%s.ts', (room) => {
    const sentences = guide.textsIn(deskTexts[room]).filter(guide.isSentence);
    expect(guide.unexplained(sentences).filter((one) => !plain.includes(one))).toEqual([]);
  });

  it('each sentence of an installer that does not start', () => {
    const sentences = guide.sentencesIn('electron/updates.ts');
    expect(sentences.length).toBeGreaterThanOrEqual(2);
    expect(guide.unexplained(sentences)).toEqual([]);
  });

  it('what a list of a client cannot have', () => {
    expect(guide.unexplained([texts.remote.noAction('…', '…'), texts.remote.noTarget('…')])).toEqual([]);
  });

  it('what a value in a table cannot be, which its readers make sentences of', () => {
    expect(guide.unexplained(['The cell is empty.', '… is a …, which data cannot set.'])).toEqual([]);
  });
});
