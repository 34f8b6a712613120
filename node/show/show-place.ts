import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The name of the show in a data directory. */
export const showName = 'show.overlayshow';

/** The file whose lock says that a desk has a show. While a desk has it, it is beside the show. */
export function showLock(show: string): string {
  return `${show}.lock`;
}

/**
 * The file of the show of a data directory. What has its name there may be a link to a file elsewhere, such as on a share: then several desks
 * have one show in turns, each with data of its own. Throws a sentence if the link leads to where nothing can be.
 */
export function showPlace(directory: string): string {
  const here = join(directory, showName);
  if (lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return here;
  const there = resolve(directory, readlinkSync(here));
  try {
    return target(here, there);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(
      `The show ${here} is a link to ${there}, which cannot be reached (${why}). Connect what it is on, or take the link away, and start again.`,
      { cause: error },
    );
  }
}

/** Where a link leads; a file that is not there yet is made there. */
function target(link: string, there: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return join(realpathSync(dirname(there)), basename(there));
  }
}
