/** A row that does not fit under the header. */
export interface Misfit {
  /** Counted as a spreadsheet does. */
  row: number;
  /** What is wrong, without a full stop. */
  text: string;
}

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
  /** Is told each row that has more or fewer columns than the header. Absent: the first one refuses the text. */
  onMisfit?(misfit: Misfit): void;
}

/** More than a show needs, and little enough that a hundred sources fit into the memory of one thread. */
export const usualDataLimits: DataLimits = {
  bytes: 16 * 1024 * 1024,
  rows: 200_000,
  columns: 1_000,
  depth: 64,
  cell: 10_000,
};
