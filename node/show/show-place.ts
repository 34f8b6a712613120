import { texts } from '../../contract/texts/texts.ts';
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../../contract/errors.ts';

export const showName = 'show.overlayshow';

/** The lock file, beside the show while a desk holds it. */
export function showLock(show: string): string {
  return `${show}.lock`;
}

/**
 * The show file may be a link, for example to a share; several desks then use one show in turns. Throws a sentence if
 * the link is unusable.
 */
export function showPlace(directory: string): string {
  const here = join(directory, showName);
  if (lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return here;
  const there = resolve(directory, readlinkSync(here));
  try {
    return target(here, there);
  } catch (error) {
    const why = codeOf(error) ?? String(error);
    throw new Error(texts.show.brokenLink(here, there, why), { cause: error });
  }
}

function target(link: string, there: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return join(realpathSync(dirname(there)), basename(there));
  }
}
