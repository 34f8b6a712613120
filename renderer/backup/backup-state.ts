import type { BackupView } from '../../contract/desk-api/backup.ts';
import { texts } from '../texts/texts.ts';

const words = texts.backup;

export interface BackupMark {
  word: string;
  kind: 'none' | 'ready' | 'drift' | 'offline' | 'changeover' | 'active';
  text: string;
}

const none = (): BackupMark => ({ word: words.states.none, kind: 'none', text: words.nothingToFailOverTo });

export function backupState(backup: BackupView | null): BackupMark {
  if (!backup) return none();
  const { name, inUse, state, waits, reason, drift, unproved, operator } = backup;
  if (state === 'moving')
    return {
      word: words.states.moving,
      kind: 'changeover',
      text: words.switching(inUse === 'main' ? name : words.toMain),
    };
  const [active, standby] = inUse === 'main' ? [words.theMain, name] : [name, words.theMain];
  // A desk that has just started leaves the backup as it is until the first press.
  const isLeft = waits && operator === null;
  const text = {
    away: words.away(standby, reason),
    polled: words.polled(standby),
    unknown: words.unknown(active),
    same: words.same(standby),
    drift: sentences(words.drift(standby, drift.length), isLeft && words.waiting),
  }[state];
  const operated = operator !== null && words.operated(operator);
  if (inUse === 'backup') {
    return { word: words.states.onBackup, kind: 'active', text: sentences(words.active(name), text, operated) };
  }
  if (state === 'same' && unproved.length > 0) {
    return { word: words.states.unproved, kind: 'drift', text: sentences(text, ...unproved, operated) };
  }
  const kinds = { away: 'offline', polled: 'drift', unknown: 'drift', same: 'ready', drift: 'drift' } as const;
  return {
    word: words.states[state === 'unknown' ? 'unproved' : state],
    kind: kinds[state],
    text: sentences(text, operated),
  };
}

function sentences(...all: readonly (string | false)[]): string {
  return all.filter(Boolean).join(' ');
}

/** Empty when no fail-over is due. */
export function failsOverText(backup: BackupView | null, now: number): string {
  const at = backup?.failsOverAt ?? null;
  return at === null ? '' : words.failsOverIn((Math.max(0, at - now) / 1000).toFixed(1));
}
