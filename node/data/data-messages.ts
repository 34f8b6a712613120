import type { RowPage, RowPageQuery, SourceView, WantedCell } from '../../contract/desk-api/source.ts';
import type { SourceToRead } from '../../desk/live-data/data-ports.ts';

/** What the desk tells the thread that reads live data. Both are of one version, so nothing is checked. */
export type ToDataThread =
  | { read: readonly SourceToRead[] }
  | { want: readonly WantedCell[] }
  | { push: string; bytes: Uint8Array; id: number }
  | { page: RowPageQuery; id: number };

/** A `DataUpdate` as JSON: to hand over a text costs a fraction of what it costs to clone its many small objects. */
export type WrittenUpdate = string;

/** What the thread tells the desk. */
export type FromDataThread =
  | { update: WrittenUpdate }
  | { page: RowPage; id: number }
  | { pushed: SourceView | undefined; id: number }
  | { fault: { id: string; trace: string } };
