import type { UpdateItem } from '../../contract/model/control.ts';
import type { HeldApp } from '../held-app.ts';
import type { Updated } from '../commit-queue.ts';
import type { CheckedRequest } from './handler.ts';
import type { Work } from '../work.ts';

/** Applies an update. `items` is ignored for large updates. `find` throws if the client has lost its access. */
export function updateShow(
  find: () => HeldApp,
  { items, request }: { items: readonly UpdateItem[]; request: Omit<CheckedRequest, 'body'> },
  { commits }: Work,
): Promise<Updated> {
  const { pieces } = request;
  return pieces ? commits.updateInPieces(find, pieces, request) : commits.update(find(), items, request);
}
