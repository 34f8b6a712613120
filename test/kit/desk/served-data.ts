import { MemoryFiles } from './memory-files.ts';
import type { SourceReader } from '../../../desk/live-data/tables/source-run.ts';
import { Sources } from '../../../desk/live-data/tables/sources.ts';
import type { DataPort, OpenData, SourceToRead } from '../../../desk/live-data/data-ports.ts';
import type { Clock } from '../../../contract/clock.ts';

/** The real sources of a desk in the thread of the test. Files are those of the test, and nothing else is read. */
export class ServedData {
  readonly #clock: Clock;
  #sources: Sources | undefined;
  /** What was given to read, each time. */
  readonly read: (readonly SourceToRead[])[] = [];
  /** The files that its sources read. */
  readonly files = new MemoryFiles();
  /** How often the desk told which cells it wants. */
  wants = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly open: OpenData = (onUpdate): DataPort => {
    const openReader = ({ source: { from } }: SourceToRead): SourceReader =>
      from.kind === 'file' ? this.files.readerOf(from.path) : { read: () => new Promise(() => {}), close: () => {} };
    const sources = new Sources({ clock: this.#clock, random: () => 0, fault: String }, openReader, onUpdate);
    this.#sources = sources;
    return {
      read: (all) => {
        this.read.push(all);
        sources.read(all);
      },
      want: (cells) => {
        this.wants += 1;
        sources.want(cells);
      },
      push: (id, bytes) => sources.push(id, bytes),
      page: (query) => Promise.resolve(sources.page(query)),
      close: () => Promise.resolve(sources.close()),
    };
  };

  /** Another program pushes a text to a source. */
  push(id: string, text: string): void {
    void this.#sources?.push(id, Buffer.from(text));
  }
}
