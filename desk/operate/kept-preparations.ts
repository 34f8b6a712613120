import { KeptPreparation } from '../app/preparation.ts';
import { keptRecord } from '../screens/kept-record.ts';
import type { Ground } from '../ground.ts';

/**
 * Saves the preparation across restarts. Restored when its app has a show; never sent automatically. `close` resolves
 * when everything is written and ignores later changes, so that closing the desk removes nothing.
 */
export function keepPreparations({ prepared, facts }: Ground): { close(): Promise<void> } {
  const kept = new Map(Object.entries(keptRecord(prepared, 'apps', KeptPreparation)));
  let isClosed = false;
  const save = (): void => prepared.save('apps', Object.fromEntries(kept));
  facts.opened.on(({ identity, state }) => {
    const before = kept.get(identity.key);
    if (before) state.preparation.restore(before);
  });
  facts.shown.on(({ identity, state }) => {
    const changed = state.preparation.takeChanged();
    if (!changed || isClosed) return;
    const isEmpty = changed.cued.length === 0 && Object.keys(changed.staged).length === 0;
    if (isEmpty) kept.delete(identity.key);
    else kept.set(identity.key, changed);
    save();
  });
  facts.closed.on((key) => {
    if (!isClosed && kept.delete(key)) save();
  });
  const close = (): Promise<void> => {
    isClosed = true;
    return prepared.close();
  };
  return { close };
}
