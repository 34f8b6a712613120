import type { ActiveSide } from './desk-presence.ts';

/**
 * Whether a word on the active side replaces another one. Two desks may speak in the same moment: the backup then
 * wins, so that all desks, services and pages agree on one side.
 */
export function isLater(word: ActiveSide, than: ActiveSide | undefined): boolean {
  if (word.at !== than?.at) return word.at > (than?.at ?? -Infinity);
  return word.side === 'backup' && than.side === 'main';
}
