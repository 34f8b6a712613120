import type { EncodedText } from './decode-text.ts';
import { NewestText } from './newest-text.ts';
import type { SourceReader } from './source-run.ts';

/** Reads what is pushed to a source. */
export class PushReader implements SourceReader {
  readonly #newest = new NewestText();
  /** Those whose text was not taken yet, and those whose text is being read, or gave way to that. */
  #waiting: (() => void)[] = [];
  #reading: (() => void)[] = [];

  /** Hands in a text. Resolves when it was read, gave way to a newer one, or will never be read. */
  put(bytes: Uint8Array): Promise<void> {
    return new Promise((read) => {
      this.#waiting.push(read);
      this.#newest.put({ bytes });
    });
  }

  /** Whoever asks for a text has read the one before. */
  async read(signal: AbortSignal): Promise<EncodedText> {
    for (const read of this.#reading.splice(0)) read();
    const text = await this.#newest.take(signal);
    this.#reading = this.#waiting.splice(0);
    return text;
  }

  close(): void {
    for (const read of [...this.#reading.splice(0), ...this.#waiting.splice(0)]) read();
  }
}
