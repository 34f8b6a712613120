import { errorIn } from '../../../contract/errors.ts';
import type { Installed } from '../../../scene/content/content-advice.ts';
import {
  checkContentText,
  type ContentTextCheck,
  onlyProblem,
  sizeProblem,
} from '../../../scene/content/content-text.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { Bench } from './bench.svelte.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

/** A file that the author picked; in a browser a `FileSystemFileHandle`. */
export interface PickedFile {
  name: string;
  getFile(): Promise<Pick<File, 'lastModified' | 'size' | 'arrayBuffer'>>;
}

/** The used part of the File System Access API. Chromium has it, on pages of this machine and over https. */
interface FilePicker {
  showOpenFilePicker?: (options: object) => Promise<[PickedFile]>;
}

/** The page's picker of composition files; undefined if the page has none. */
export function filePickerOf(page: Window & FilePicker): (() => Promise<PickedFile | undefined>) | undefined {
  if (!page.showOpenFilePicker) return undefined;
  return async () => {
    const compositions = { description: words.compositions, accept: { 'application/json': ['.json'] } };
    try {
      const picked = await page.showOpenFilePicker?.({ types: [compositions] });
      return picked?.[0];
    } catch (thrown) {
      // Closing the dialog without a choice aborts it.
      if (errorIn(thrown).name === 'AbortError') return undefined;
      throw thrown;
    }
  };
}

/** The time (ms) between two checks of the file. Polling works on every disk and with every editor. */
const lookEvery = 200;

/**
 * Checks a file now and after every save, move or return. `onSave` gets each check, in order. Returns the function that
 * ends it.
 */
export function followFile(
  file: PickedFile,
  installed: Installed,
  onSave: (check: ContentTextCheck) => void,
): () => void {
  let seen = '';
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<ContentTextCheck | undefined> {
    try {
      const now = await file.getFile();
      const version = `${now.lastModified}, ${now.size} bytes`;
      if (version === seen) return undefined;
      // A file of gigabytes, picked by mistake, would exhaust the page's memory.
      const tooLarge = sizeProblem(now.size);
      const bytes = tooLarge === undefined ? new Uint8Array(await now.arrayBuffer()) : undefined;
      seen = version;
      if (!bytes) return onlyProblem(tooLarge ?? '');
      return checkContentText(bytes, installed);
    } catch (thrown) {
      const problem = unreadable(errorIn(thrown));
      if (problem === seen) return undefined;
      seen = problem;
      return onlyProblem(problem);
    }
  }

  async function look(): Promise<void> {
    const check = await read();
    if (ended) return;
    if (check) onSave(check);
    timer = setTimeout(() => void look(), lookEvery);
  }

  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

function unreadable({ name, message }: Error): string {
  return name === 'NotFoundError' ? words.noSuchFile : words.notReadable(message);
}

/**
 * A file of this machine that the bench follows. Each save is an edit on the bench that can be undone and stored like
 * any other. A faulty file leaves the last valid composition.
 */
export class FollowedFile {
  readonly name: string;
  /** Stops following. The composition stays. */
  readonly end: () => void;
  readonly #bench: Bench;
  problems = $state(0);

  constructor(file: PickedFile, installed: Installed, bench: Bench) {
    this.name = file.name;
    this.#bench = bench;
    this.end = followFile(file, installed, (check) => this.#saved(check));
  }

  #saved({ problems, value }: ContentTextCheck): void {
    const bench = this.#bench;
    this.problems = problems.length;
    if (problems.length > 0) return bench.checking.refused(problems);
    // An equal content makes no edit, but clears the last problems.
    if (JSON.stringify(value) !== JSON.stringify(bench.content)) bench.edit(() => value as CompositionContent);
    bench.check();
  }
}
