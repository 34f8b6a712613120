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
