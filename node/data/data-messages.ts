import type { RowPage, RowPageQuery, SourceView, WantedCell } from '../../contract/desk-api/source.ts';
import type { SourceToRead } from '../../desk/live-data/data-ports.ts';

/** Messages to the live data thread. Both ends have the same version, so messages are not validated. */
export type ToDataThread =
  | { read: readonly SourceToRead[] }
  | { want: readonly WantedCell[] }
  | { push: string; bytes: Uint8Array; id: number }
  | { page: RowPageQuery; id: number };

/** A `DataUpdate` as JSON: a text transfers at a fraction of the cost of cloning many small objects. */
export type WrittenUpdate = string;

export type FromDataThread =
  | { update: WrittenUpdate }
  | { page: RowPage; id: number }
  | { pushed: SourceView | undefined; id: number }
  | { fault: { id: string; trace: string } };
