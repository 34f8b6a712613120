/** What is wrong with a source, in a sentence for the operator. Anything else that is thrown is a fault of the program. */
export class DataProblem extends Error {
  override readonly name: string = 'DataProblem';
}

/** A text could not be had at all. */
export class ReadingFailed extends DataProblem {
  override readonly name = 'ReadingFailed';
  /** Milliseconds after which to try again; undefined for later and later. */
  readonly retryIn: number | undefined;

  constructor(sentence: string, retryIn?: number) {
    super(sentence);
    this.retryIn = retryIn;
  }
}
