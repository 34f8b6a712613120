import type { EncodedText } from './decode-text.ts';
import { NewestText } from './newest-text.ts';
import type { SourceReader } from './source-run.ts';

export class PushReader implements SourceReader {
  readonly #newest = new NewestText();
  #waiting: (() => void)[] = [];
  #reading: (() => void)[] = [];

  /** Resolves when the text was read, was replaced by a newer text, or will never be read. */
  put(bytes: Uint8Array): Promise<void> {
    return new Promise((read) => {
      this.#waiting.push(read);
      this.#newest.put({ bytes });
    });
  }

  /** A request for the next text means that the previous text has been read. */
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
