import { errorIn } from '../../contract/errors.ts';
import type { PickedFile } from './state/workshop-ports.ts';
import { texts } from '../texts/texts.ts';

const words = texts.workshop;

/** The part of the File System Access API that is used here. Chromium has it, on pages of this machine and over https. */
interface FilePicker {
  showOpenFilePicker?: (options: object) => Promise<[PickedFile]>;
}

const compositions = { description: words.compositions, accept: { 'application/json': ['.json'] } };

/** The way of a page to let an author pick a composition file; undefined where the page has none. */
export function filePickerOf(page: Window & FilePicker): (() => Promise<PickedFile | undefined>) | undefined {
  if (!page.showOpenFilePicker) return undefined;
  return async () => {
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
