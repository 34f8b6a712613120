export interface Misfit {
  /** Counted as in a spreadsheet. */
  row: number;
  text: string;
}

/** Read limits of a source. A larger source is refused as a whole, never cut. */
export interface DataLimits {
  bytes: number;
  rows: number;
  columns: number;
  depth: number;
  cell: number;
  /** Reports each row with more or fewer columns than the header. If absent, the first misfit refuses the text. */
  onMisfit?(misfit: Misfit): void;
}

/** More than a show needs; a hundred sources still fit into the memory of one thread. */
export const usualDataLimits: DataLimits = {
  bytes: 16 * 1024 * 1024,
  rows: 200_000,
  columns: 1_000,
  depth: 64,
  cell: 10_000,
};

/** A problem with a source, as a sentence for the operator. Any other thrown error is a bug. */
export class DataProblem extends Error {
  override readonly name: string = 'DataProblem';
}

export class ReadingFailed extends DataProblem {
  override readonly name = 'ReadingFailed';
  /** Milliseconds until the next attempt; undefined for increasing waits. */
  readonly retryIn: number | undefined;

  constructor(sentence: string, retryIn?: number) {
    super(sentence);
    this.retryIn = retryIn;
  }
}
