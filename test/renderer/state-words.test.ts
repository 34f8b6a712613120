import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import { Tally } from '../../contract/model/tally.ts';
import { backupState } from '../../renderer/backup/backup-state.ts';
import { linkState } from '../../renderer/connection/link-state.ts';
import { statusNames } from '../../renderer/connections/words.ts';
import { guardProgress } from '../../renderer/keys/guard-progress.ts';
import { marksOf } from '../../renderer/marks/marks.ts';
import type { ShownApp } from '../../renderer/state/shown-app.svelte.ts';
import { eveningNews } from '../kit/evening-news.ts';

const states = readFileSync(new URL('../../docs/operators/states.md', import.meta.url), 'utf8');
const screen = (file: string): string => readFileSync(new URL(`../../renderer/${file}`, import.meta.url), 'utf8');
const unexplained = (words: readonly string[]): string[] => words.filter((word) => !states.includes(`**${word}**`));

/** An app that stands so with its service. */
const app = (of: Partial<AppView>, status: 'connecting' | 'live' | 'lost' = 'live', silent = false): ShownApp => {
  const connection = { status, reason: '', service: '', confirmedAt: 1 };
  return { connection, silent, view: { truth: 'live', ...of } } as unknown as ShownApp;
};

describe('docs/operators/states.md explains', () => {
  it('every tally', () => {
    expect(unexplained(Tally.options)).toEqual([]);
  });

  it('every mark of a sub-composition', () => {
    const { subs } = eveningNews('http://127.0.0.1:1/');
    const view = Object.values(subs).find(({ tally }) => tally === 'OUT');
    const marked = { ...view!, changed: { at: 1 }, differs: { state: 'In' as const }, holder: 'Desk 2' };
    const marks = marksOf(marked, { refusal: { at: 1, why: '' }, trusted: true });
    expect(marks.map(({ kind }) => kind)).toEqual(['differs', 'refused', 'changed', 'held']);
    expect(unexplained(marks.map(({ word }) => word))).toEqual([]);
  });

  it('every way in which an app stands with its service, and a connection', () => {
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
    expect(unexplained([...all.map(({ word }) => word), ...Object.values(statusNames)])).toEqual([]);
  });

  it('every way in which a backup stands', () => {
    const backup = (of: Partial<BackupView>): BackupView =>
      ({ state: 'same', inUse: 'main', drift: [], ...of }) as BackupView;
    const states = (['same', 'differs', 'away', 'moving'] as const).map((state) => backup({ state }));
    const all = [null, ...states, backup({ inUse: 'backup' })].map((one) => backupState(one).word);
    expect(new Set(all).size).toBe(6);
    expect(unexplained(all)).toEqual([]);
  });

  it('what guards a key', () => {
    const now = { binding: undefined, now: 0 };
    const words = (['held', 'armed'] as const).map(
      (stands) => guardProgress({ key: 'F2', stands, until: 1 }, now).word,
    );
    expect(unexplained(words)).toEqual([]);
  });

  it.each([
    ['outputs/Outputs.svelte', ['NO OUTPUT', 'outputs unknown', 'drops frames', 'behind', 'missing']],
    ['connection/Quota.svelte', ['Quota low', 'QUOTA SPENT']],
    ['backup/BackupSheet.svelte', ['FAIL OVER', 'FAIL BACK', 'Copy the composition']],
    ['program/Program.svelte', ['NOT CONFIRMED', 'No picture yet']],
    ['take/Matter.svelte', ['Ask again', 'Let it be', 'Seen']],
    ['notices/Shouts.svelte', ['ALARM']],
    ['panic/panic-report.ts', ['NOT OUT', 'NOBODY KNOWS whether these are out']],
  ])('the words of %s, as they stand there', (file, words) => {
    const shown = screen(file);
    expect(words.filter((word) => !shown.includes(word))).toEqual([]);
    expect(unexplained(words)).toEqual([]);
  });
});
