import type { UpdateItem } from '../../contract/model/control.ts';
import type { AppInstance } from '../app-instances.ts';
import type { Updated } from '../commit-queue.ts';
import type { CheckedRequest, Work } from './handler.ts';

/**
 * Applies the update of a request, which `items` are unless it is a large one. `find` gives the app instance, and throws
 * if the client may change it no more.
 */
export function updateShow(
  find: () => AppInstance,
  { items, request }: { items: readonly UpdateItem[]; request: Omit<CheckedRequest, 'body'> },
  { commits }: Work,
): Promise<Updated> {
  const { pieces } = request;
  return pieces ? commits.updateInPieces(find, pieces, request) : commits.update(find(), items, request);
}
