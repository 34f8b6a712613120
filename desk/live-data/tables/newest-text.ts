import type { EncodedText } from './decode-text.ts';

/**
 * Holds the newest text until a reader takes it. A newer text replaces an older one; a failure follows the text before
 * it.
 */
export class NewestText {
  #text: EncodedText | undefined;
  #failure: Error | undefined;
  #arrived: () => void = () => {};
  /** All reads of a source share one signal; a listener per text would cost more than the text. */
  #signal: AbortSignal | undefined;

  put(text: EncodedText): void {
    this.#text = text;
    this.#failure = undefined;
    this.#arrived();
  }

  fail(failure: Error): void {
    this.#failure = failure;
    this.#arrived();
  }

  /** Rejects once with a failure, or when the signal aborts. Allows only one waiting caller. */
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
