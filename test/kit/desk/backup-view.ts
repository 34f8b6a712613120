import type { BackupView } from '../../../contract/desk-api/backup.ts';

/** A backup in sync that a fail-over can trust. */
export const readyBackup: BackupView = {
  key: 'van-1',
  name: 'Van',
  inUse: 'main',
  state: 'same',
  waits: false,
  reason: '',
  drift: [],
  unproved: [],
  addresses: [],
  since: 0,
  after: null,
  failsOverAt: null,
  content: '',
  operator: null,
};
