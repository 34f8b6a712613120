import { texts } from '../../renderer/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import BackupSheet from '../../renderer/backup/BackupSheet.svelte';
import { twoApps } from '../kit/desk/two-apps.ts';
import type { Drawn } from '../kit/screens/drawn.ts';
import { DrawnScreen } from '../kit/screens/drawn-screen.ts';
import { ids } from '../kit/service/evening-news.ts';
import { asRunLineOf } from '../kit/desk/as-run-lines.ts';
import { readyBackup } from '../kit/desk/backup-view.ts';

describe('the outputs of an app', () => {
  const button = (drawn: Drawn): string => {
    const [shown] = drawn.select('.outputs > button');
    return `${shown?.text}, ${shown?.attribute('data-kind')}`;
  };

  it('are unknown while nothing is known of them', async () => {
    const screen = await DrawnScreen.open();
    const [app] = screen.desk.view.apps;
    const shown = async () => button(await screen.draw());
    screen.desk.tellApp({ outputs: null });
    expect(await shown()).toBe('outputs unknown, unknown');
    screen.desk.tellApp({ outputs: app!.outputs });
    expect(await shown()).toBe('1 output, good');
    screen.removeDesk();
    expect(await shown()).toBe('outputs unknown, unknown');
    screen.returnDesk();
    expect(await shown()).toBe('1 output, good');
  });
});

it('what a locked connection has on air is unknown, and never 0', async () => {
  const screen = await DrawnScreen.open();
  const count = async () =>
    (await screen.draw()).the('status', texts.header.onAirCount).text.replace(/\s+/g, ' ').trim();
  const before = await count();
  screen.desk.tell({
    absentApps: [
      { app: 'truck-1', name: 'Truck', awaited: true },
      { app: 'gone-1', name: 'Gone', awaited: false },
      { app: screen.desk.view.apps[0]!.key, name: 'The main of a pair', awaited: true },
    ],
  });
  expect(before).not.toContain('UNKNOWN');
  expect(await count()).toBe(`${before} Truck UNKNOWN`);
});

describe('main and backup of an app', () => {
  const backup: BackupView = { ...readyBackup, state: 'polled', waits: true };

  it('that is polled is not mirrored, and nothing offers to', async () => {
    const screen = await DrawnScreen.open(twoApps);
    screen.desk.tellApp({ backup });
    expect((await screen.draw()).select('.backup > button').map(({ text }) => text)).toEqual(['NOT MIRRORED Van']);
    const sheet = await screen.drawPart(BackupSheet, { app: screen.shared.desk.apps[0]!, onclose: () => {} });
    expect(sheet.all('button', /./).length).toBeGreaterThan(0);
    expect(sheet.all('button', /Repair/)).toEqual([]);
  });
});

describe('panic', () => {
  const newsOut: AsRunLine = {
    at: '2026-03-04T18:31:00.000Z',
    showAt: null,
    operator: '',
    trigger: { kind: 'screen', detail: '' },
    kind: 'panic',
    action: 'Panic',
    app: { key: 'embedded-1', name: 'Evening News' },
    targets: [
      { address: ids.lowerThird, id: 'lower-third', name: 'Lower Third' },
      { address: ids.scoreBug, id: 'score-bug', name: 'Score Bug' },
    ],
    items: [],
    result: 'confirmed',
    reason: '',
    milliseconds: 21,
    revision: 8,
  };

  it('pressed by a key is told as well; one from before the screen opened is not', async () => {
    const screen = await DrawnScreen.open((view) => ({ ...twoApps(view), asRun: [newsOut] }));
    const shouted = async () =>
      (await screen.draw()).select('[aria-label="Panic"] p').map(({ text }) => text.replace(/\d\d:\d\d:\d\d/, 'TIME'));
    expect(await shouted()).toEqual([]);
    const byKey: AsRunLine = { ...newsOut, at: '2026-03-04T18:40:00.000Z', trigger: { kind: 'key', detail: 'F12' } };
    screen.desk.tell({ asRun: [byKey, ...screen.desk.view.asRun] });
    expect(await shouted()).toEqual([
      'PANIC TIME',
      `Evening News: ${texts.panic.confirmed('Lower Third, Score Bug', 21)}`,
    ]);
  });
});

it('a line at the foot has the name of its app instance at that time, whatever it is called now', async () => {
  const screen = await DrawnScreen.open((view) => {
    const two = twoApps(view);
    const app = { key: two.apps[0]!.key, name: 'Studio A: Evening News' };
    return { ...two, asRun: [asRunLineOf({ app })] };
  });
  const foot = (await screen.draw()).the('table', texts.asRun.asRun);
  expect(foot.select('td .in').map(({ text }) => text)).toEqual(['Studio A: Evening News']);
});

describe('a key in the as-run log', () => {
  it('has its screen beside it where it was pressed on another screen', async () => {
    const byKey = (hand: string): AsRunLine => asRunLineOf({ trigger: { kind: 'key', detail: 'Digit3', hand } });
    const triggers = async (...hands: string[]): Promise<unknown[]> => {
      const screen = await DrawnScreen.open((view) => ({ ...view, asRun: hands.map(byKey) }));
      const own = await screen.draw();
      return own
        .the('table', texts.asRun.asRun)
        .select('td:nth-child(2)')
        .map(({ text }) => text);
    };
    expect(await triggers('Screen 1')).toEqual(['Key 3']);
    expect(await triggers('Screen 2', 'Screen 1')).toEqual(['Key 3, Screen 2']);
  });
});

describe('the undo of a screen', () => {
  it('names its own last act, and not that of another screen', async () => {
    const by = (hand: string) => ({
      take: { press: 7, words: `Bug to Out (Take In by ${hand})` },
      values: null,
      panic: null,
    });
    const undoable = { 'Screen 1': by('Screen 1'), 'Screen 2': by('Screen 2') };
    const drawn = await (await DrawnScreen.open((view) => ({ ...view, undoable }))).draw();
    expect(drawn.the('button', 'Undo take: Bug to Out (Take In by Screen 1)').text).toContain('Undo take');
    const other = await (
      await DrawnScreen.open((view) => ({ ...view, undoable: { 'Screen 2': by('Screen 2') } }))
    ).draw();
    expect(other.the('button', `Undo take: ${texts.take.nothingToUndo}`).text).toContain(texts.take.nothingToUndoLower);
  });
});
