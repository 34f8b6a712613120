import { texts } from '../../renderer/texts/texts.ts';
import { expect, it } from 'vitest';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import { backupState, failsOverText } from '../../renderer/backup/backup-state.ts';
import { readyBackup as ready } from '../kit/desk/backup-view.ts';

it('how a backup stands is a word, and a sentence, for each way', () => {
  const differs: BackupView = { ...ready, state: 'drift', drift: ['Ticker: Out, and In in the main.'] };
  const away: BackupView = { ...ready, state: 'away', reason: 'The service went away.' };
  const waits: BackupView = { ...differs, waits: true };
  const unseen: BackupView = { ...ready, state: 'polled', waits: true };
  const unreached: BackupView = { ...ready, state: 'unknown' };
  const all: (BackupView | null)[] = [
    null,
    ready,
    differs,
    waits,
    unseen,
    away,
    { ...ready, state: 'moving' },
    unreached,
  ];
  const over = [away, ready, unreached].map((view): BackupView => ({ ...view, inUse: 'backup' }));
  expect([...all, ...over].map((view) => [backupState(view).word, backupState(view).text])).toEqual([
    ['NO BACKUP', texts.backup.nothingToFailOverTo],
    ['BACKUP READY', 'Van is in sync.'],
    ['BACKUP DRIFT', 'Van has drifted: 1 difference.'],
    [
      'BACKUP DRIFT',
      'Van has drifted: 1 difference. The backup receives nothing until your first press on this app instance, or Repair.',
    ],
    ['NOT MIRRORED', texts.backup.polled('Van')],
    ['BACKUP OFFLINE', 'Van is offline: The service went away.'],
    ['CHANGING OVER', texts.backup.switching('Van')],
    ['NOT PROVED', texts.backup.unknown(texts.backup.theMain)],
    ['ON BACKUP', 'Van is active. The main is offline: The service went away.'],
    ['ON BACKUP', 'Van is active. The main is in sync.'],
    ['ON BACKUP', `Van is active. ${texts.backup.unknown('Van')}`],
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
