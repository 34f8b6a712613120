import type { BackupView } from '../../contract/desk-api/backup.ts';

/** How main and backup stand, in a word, for its shape and color, and in a sentence. */
export interface BackupState {
  word: 'NO BACKUP' | 'BACKUP READY' | 'BACKUP DIFFERS' | 'BACKUP AWAY' | 'MOVING' | 'ON BACKUP';
  kind: 'none' | 'ready' | 'differs' | 'away' | 'moving' | 'over';
  text: string;
}

const none: BackupState = { word: 'NO BACKUP', kind: 'none', text: 'This app has no backup to go over to.' };

/** A desk that has just started leaves the backup as it is. */
const untouched = ' Nothing is sent to it before your first press on this app, or Repair.';

/** How the backup of an app stands; null for none. */
export function backupState(backup: BackupView | null): BackupState {
  if (!backup) return none;
  const { name, inUse, state, waits, reason, drift } = backup;
  if (state === 'moving') {
    return { word: 'MOVING', kind: 'moving', text: `The desk is going over between the main and ${name}.` };
  }
  const other = inUse === 'main' ? name : 'The main';
  const stands = {
    away: `${other} is away: ${reason}`,
    same: `${other} shows the same.`,
    differs: `${other} differs in ${drift.length} ${drift.length === 1 ? 'thing' : 'things'}.${waits ? untouched : ''}`,
  }[state];
  if (inUse === 'backup') return { word: 'ON BACKUP', kind: 'over', text: `${name} is operated. ${stands}` };
  const words = { away: 'BACKUP AWAY', same: 'BACKUP READY', differs: 'BACKUP DIFFERS' } as const;
  const kinds = { away: 'away', same: 'ready', differs: 'differs' } as const;
  return { word: words[state], kind: kinds[state], text: stands };
}

/** Seconds until the desk fails over by itself, in words; empty where it does not. */
export function failsOverText(backup: BackupView | null, now: number): string {
  const at = backup?.failsOverAt ?? null;
  return at === null ? '' : `fails over in ${(Math.max(0, at - now) / 1000).toFixed(1)} s`;
}
