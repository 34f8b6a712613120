/** How much of a source is read. What has more is refused as a whole, never cut. */
export interface DataLimits {
  /** Of the text, before and after it is unpacked. */
  bytes: number;
  rows: number;
  columns: number;
  /** Lists and objects within each other. */
  depth: number;
  /** Characters of one cell. */
  cell: number;
}

/** More than a show needs, and little enough that a hundred sources fit into the memory of one thread. */
export const usualDataLimits: DataLimits = {
  bytes: 16 * 1024 * 1024,
  rows: 200_000,
  columns: 1_000,
  depth: 64,
  cell: 10_000,
};
