import { expect, it } from 'vitest';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import { backupState, failsOverText } from '../../renderer/backup/backup-state.ts';

const ready: BackupView = {
  ...{ key: 'van-1', name: 'Van', inUse: 'main', state: 'same', waits: false, reason: '', drift: [], since: 0 },
  ...{ after: null, failsOverAt: null, content: '' },
};

it('how a backup stands is a word, and a sentence, for each way', () => {
  const differs: BackupView = { ...ready, state: 'differs', drift: ['Ticker: Out, and In in the main.'] };
  const away: BackupView = { ...ready, state: 'away', reason: 'The service went away.' };
  const waits: BackupView = { ...differs, waits: true };
  const all: (BackupView | null)[] = [null, ready, differs, waits, away, { ...ready, state: 'moving' }];
  const over = [away, ready].map((view): BackupView => ({ ...view, inUse: 'backup' }));
  expect([...all, ...over].map((view) => [backupState(view).word, backupState(view).text])).toEqual([
    ['NO BACKUP', 'This app has no backup to go over to.'],
    ['BACKUP READY', 'Van shows the same.'],
    ['BACKUP DIFFERS', 'Van differs in 1 thing.'],
    ['BACKUP DIFFERS', 'Van differs in 1 thing. Nothing is sent to it before your first press on this app, or Repair.'],
    ['BACKUP AWAY', 'Van is away: The service went away.'],
    ['MOVING', 'The desk is going over between the main and Van.'],
    ['ON BACKUP', 'Van is operated. The main is away: The service went away.'],
    ['ON BACKUP', 'Van is operated. The main shows the same.'],
  ]);
});

it('going over by itself is counted down, and never below nothing', () => {
  const soon = { ...ready, failsOverAt: 10_000 };
  expect([
    failsOverText(null, 0),
    failsOverText(ready, 0),
    failsOverText(soon, 7_400),
    failsOverText(soon, 11_000),
  ]).toEqual(['', '', 'fails over in 2.6 s', 'fails over in 0.0 s']);
});
