import type { DeskClient } from '../../state/desk.svelte.ts';
import { texts } from '../../texts/texts.ts';

/** What the workshop waits for while the desk has no app instance of its own service; empty for nothing. */
export function waitsFor({ own, apps }: Pick<DeskClient, 'own' | 'apps'>): string {
  if (own) return '';
  const isOnBackup = apps.some(({ view }) => view.kind === 'embedded' && view.backup?.inUse === 'backup');
  return isOnBackup ? texts.workshop.onBackup : texts.workshop.waitingForService;
}
