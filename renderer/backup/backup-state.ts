import type { BackupView } from '../../contract/desk-api/backup.ts';

/** Main and backup of an app instance in a word, a kind for its shape and color, and a sentence. */
export interface BackupMark {
  word:
    'NO BACKUP' | 'BACKUP READY' | 'BACKUP DRIFT' | 'BACKUP OFFLINE' | 'NOT MIRRORED' | 'CHANGING OVER' | 'ON BACKUP';
  kind: 'none' | 'ready' | 'drift' | 'offline' | 'changeover' | 'active';
  text: string;
}

const none: BackupMark = { word: 'NO BACKUP', kind: 'none', text: 'Nothing to fail over to.' };

/** Follows the drift of a desk that has just started: it leaves the backup as it is until the first press. */
const waiting = ' Nothing is sent to it until your first press on this app instance, or Repair.';

/** A polled service shows no desks to each other, so one waits for the operator's word. */
const unseen =
  ' Nothing is sent to it, and nothing fails over by itself: its service does not show which other desks operate this pair. If none does, press Mirror from this desk.';

/** The state of an app instance's backup; null for an app instance without one. */
export function backupState(backup: BackupView | null): BackupMark {
  if (!backup) return none;
  const { name, inUse, state, waits, reason, drift, operator, needsWord } = backup;
  if (state === 'moving') {
    return { word: 'CHANGING OVER', kind: 'changeover', text: `Changing over between the main and ${name}.` };
  }
  const standby = inUse === 'main' ? name : 'The main';
  const differences = `${drift.length} ${drift.length === 1 ? 'difference' : 'differences'}`;
  const text = {
    away: `${standby} is offline: ${reason}`,
    same: `${standby} is in sync.`,
    drift: `${standby} has drifted: ${differences}.${waits && operator === null && !needsWord ? waiting : ''}`,
  }[state];
  const who = operator === null ? '' : ` The desk ${operator} operates it: nothing is sent to it from here.`;
  if (inUse === 'backup') return { word: 'ON BACKUP', kind: 'active', text: `${name} is active. ${text}${who}` };
  if (needsWord && state !== 'away') return { word: 'NOT MIRRORED', kind: 'drift', text: `${text}${unseen}` };
  const words = { away: 'BACKUP OFFLINE', same: 'BACKUP READY', drift: 'BACKUP DRIFT' } as const;
  const kinds = { away: 'offline', same: 'ready', drift: 'drift' } as const;
  return { word: words[state], kind: kinds[state], text: `${text}${who}` };
}

/** The countdown to an automatic fail-over, in words; empty when none is due. */
export function failsOverText(backup: BackupView | null, now: number): string {
  const at = backup?.failsOverAt ?? null;
  return at === null ? '' : `fails over in ${(Math.max(0, at - now) / 1000).toFixed(1)} s`;
}
