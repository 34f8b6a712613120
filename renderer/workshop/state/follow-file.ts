import { errorIn } from '../../../contract/errors.ts';
import type { Installed } from '../../../scene/content/content-advice.ts';
import {
  checkContentText,
  type ContentTextCheck,
  onlyProblem,
  sizeProblem,
} from '../../../scene/content/content-text.ts';
import type { PickedFile } from '../pick-file.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

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
