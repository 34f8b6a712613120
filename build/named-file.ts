import { readFileSync } from 'node:fs';

/** The text of a file that a flag or a variable names. Throws a sentence that says which one. */
export function namedFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`${name} names ${path}, which cannot be read (${code}).`, { cause: error });
  }
}

/** The private key of releases that `OVERLAY_RELEASE_KEY` names (PEM); undefined for none. */
export function releaseKey({
  OVERLAY_RELEASE_KEY: path,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  return path ? namedFile('OVERLAY_RELEASE_KEY', path) : undefined;
}
