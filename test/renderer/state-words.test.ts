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
import { texts } from '../../renderer/texts/texts.ts';
import { eveningNews } from '../kit/service/evening-news.ts';
import * as guide from '../kit/screens/operator-words.ts';

const states = readFileSync(new URL('../../docs/operators/states.md', import.meta.url), 'utf8');
const unexplained = (words: readonly string[]): string[] => words.filter((word) => !states.includes(`**${word}**`));

/** An app instance with this link to its service. */
const app = (of: Partial<AppView>, status: 'connecting' | 'live' | 'lost' = 'live', stale = false): ShownApp => {
  const connection = { status, reason: '', service: '', confirmedAt: 1 };
  return { connection, stale, view: { truth: 'live', ...of } } as unknown as ShownApp;
};

describe('docs/operators/states.md explains', () => {
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
    const marks = marksOf(marked, { refusal: { at: 1, why: '' }, trusted: true, stale: true });
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
      'This service does not push changes, so the desk polls it.',
      'The live channel failed, so the desk polls: It broke off.',
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
      texts.data.stale,
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
    ['program', ['NO OUTPUT', 'no output page', 'outputs unknown', 'drops frames', 'behind', 'missing']],
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

describe('docs/operators explains', () => {
  it('every error that an operator of the desk reads', () => {
    const codes = Object.keys(errorTable) as ErrorCode[];
    const read = codes.filter((code) => !ofPrograms.includes(code)).map((code) => errorTable[code].operator);
    expect(guide.unexplained(read)).toEqual([]);
  });

  it.each([
    ['why a press is refused', 'desk/operate/take-guard.ts', 3],
    ['why a press is not sent', 'desk/operate/actions.ts', 4],
    ['which value cannot be changed', 'desk/operate/request.ts', 2],
    ['what the lane refuses', 'desk/app/lane.ts', 1],
    ['what a quota refuses', 'desk/app/link/service-call.ts', 1],
    ['what guards a key', 'surfaces/press/hands.ts', 1],
    ['why a control does nothing', 'surfaces/controllers.ts', 1],
    ['why a page does nothing yet', 'surfaces/pages/page-turns.ts', 2],
    ['why a controller does nothing', 'surfaces/plugged-devices.ts', 2],
    ['who may have a controller', 'surfaces/midi/midi-surface.ts', 1],
    ['what is wrong with keys', 'surfaces/press/key-map.ts', 4],
    ['what became of a show', 'desk/app/model-changes.ts', 6],
    ['what is wrong with an output', 'desk/app/outputs.ts', 3],
    ['what a panic shouts', 'desk/app/panic.ts', 3],
    ['what cannot be undone', 'desk/app/undo-memory.ts', 4],
    ['how it stands with the secrets', 'desk/services/secrets/secrets.ts', 8],
    ['what a file of secrets refuses', 'desk/services/secrets/passphrase-store.ts', 1],
    ['what the keychain refuses', 'desk/services/secrets/keychain-store.ts', 1],
    ['which file of secrets is unreadable', 'desk/services/secrets/sealed-file.ts', 1],
    ['where the account of the own service is', 'desk/services/services.ts', 1],
    ['what went wrong with a backup', 'desk/backup/backup-pair.ts', 5],
    ['what a backup cannot be', 'desk/backup/backups.ts', 5],
    ['what went wrong with a connection', 'desk/services/remote-connection.ts', 2],
    ['what a look lacks', 'desk/operate/looks.ts', 2],
    ['who holds what', 'desk/backup/presence.ts', 2],
    ['what a link of data says', 'desk/live-data/links.ts', 3],
    ['which row comes next', 'desk/live-data/link-run.ts', 3],
    ['what a field gets of data, and what a format says', 'desk/live-data/link-values.ts', 3],
    ['what a source cannot be', 'desk/live-data/show-sources.ts', 4],
    ['what data cannot be edited to', 'desk/live-data/edit-sources.ts', 3],
    ['what goes along with a show, and what comes', 'desk/live-data/source-files.ts', 5],
    ['which file cannot be kept', 'node/show/source-files.ts', 1],
    ['what is wrong with rows, and which cell is missing', 'desk/live-data/tables/rows.ts', 6],
    ['what is wrong with a text', 'desk/live-data/tables/source-run.ts', 2],
    ['what is wrong with an encoding', 'desk/live-data/tables/decode-text.ts', 3],
    ['what is wrong with columns', 'desk/live-data/tables/delimited-text.ts', 6],
    ['what is wrong with a format', 'desk/live-data/tables/read-text.ts', 4],
    ['what is wrong with XML', 'desk/live-data/tables/xml-text.ts', 1],
    ['what is wrong with an address', 'node/data/http-reader.ts', 7],
    ['what is wrong with a WebSocket', 'node/data/socket-reader.ts', 1],
    ['which host is not allowed', 'node/data/public-host.ts', 1],
    ['what became of a source', 'node/data/data-program.ts', 1],
    ['which client is refused, and what one may not trigger', 'desk/remote/remote-clients.ts', 4],
    ['what OSC refuses', 'desk/remote/osc/input.ts', 5],
    ['which connection OSC ends', 'desk/remote/osc/connection.ts', 2],
    ['what is no OSC', 'desk/remote/osc/packet.ts', 12],
    ['how TCP separates OSC', 'desk/remote/osc/frames.ts', 2],
    ['which OSC address is none, and what OSC lacks', 'desk/remote/osc/arguments.ts', 7],
    ['what OSC cannot name', 'desk/remote/osc/show-names.ts', 2],
    ['what settings cannot be', 'desk/screens/settings.ts', 3],
    ['what the as-run log says of itself', 'node/as-run/as-run-log.ts', 4],
    ['which update is refused', 'desk/updates/judgement.ts', 8],
    ['when an update is refused', 'desk/updates/updates.ts', 4],
    ['what is no release', 'node/updates/release-folder.ts', 8],
    ['which folder is none', 'node/updates/update-shelf.ts', 3],
    ['what becomes of copies of the data', 'node/updates/data-copies.ts', 4],
    ['which desk is not updated', 'node/updates/installed.ts', 3],
    ['which installer does not start', 'electron/updates.ts', 2],
  ])('%s: each sentence in %s', (_, file, atLeast) => {
    const sentences = guide.sentencesIn(file);
    expect(sentences.length).toBeGreaterThanOrEqual(atLeast);
    expect(guide.unexplained(sentences)).toEqual([]);
  });

  it('what a list of a client cannot have', () => {
    expect(guide.unexplained([texts.remote.noAction('…', '…'), texts.remote.noTarget('…')])).toEqual([]);
  });

  it('what a value in a table cannot be, which its readers make sentences of', () => {
    expect(guide.unexplained(['The cell is empty.', '… is a …, which data cannot set.'])).toEqual([]);
  });
});
