import type { EncodedText } from './decode-text.ts';

/**
 * Holds the newest text that somebody handed over until it is taken. A text that was not taken in time gives way to the
 * next one. A failure comes after the text before it.
 */
export class NewestText {
  #text: EncodedText | undefined;
  #failure: Error | undefined;
  #arrived: () => void = () => {};

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
    while (!this.#text && !this.#failure) await this.#next(signal);
    const [text, failure] = [this.#text, this.#failure];
    this.#text = undefined;
    if (text) return text;
    this.#failure = undefined;
    throw failure ?? new Error('Nothing was taken.');
  }

  #next(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(signal.reason as Error);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#arrived = () => {
        signal.removeEventListener('abort', giveUp);
        this.#arrived = () => {};
        resolve();
      };
    });
  }
}
