import type { EncodedText } from './decode-text.ts';

/**
 * Holds the newest text that somebody handed over until it is taken. A text that was not taken in time gives way to the
 * next one. A failure comes after the text before it.
 */
export class NewestText {
  #text: EncodedText | undefined;
  #failure: Error | undefined;
  #arrived: () => void = () => {};
  /** The signal that wakes whoever waits. It is the same for all texts of a source, and a listener for each would cost more than a text. */
  #signal: AbortSignal | undefined;

  put(text: EncodedText): void {
    this.#text = text;
    this.#failure = undefined;
    this.#arrived();
  }

  /** Nothing comes any more, for this reason, until something is put again. */
  fail(failure: Error): void {
    this.#failure = failure;
    this.#arrived();
  }

  /** Waits for a text. Rejects with a failure, once, or when the signal aborts. One at a time may wait. */
  async take(signal: AbortSignal): Promise<EncodedText> {
    this.#heed(signal);
    while (!this.#text && !this.#failure) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    }
    const [text, failure] = [this.#text, this.#failure];
    this.#text = undefined;
    if (text) return text;
    this.#failure = undefined;
    throw failure ?? new Error('Nothing was taken.');
  }

  #heed(signal: AbortSignal): void {
    if (signal === this.#signal) return;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#arrived());
  }
}
