import { readFileSync } from 'node:fs';
import { codeOf } from '../contract/errors.ts';

/** Reads a file that a flag or variable names. Throws with that name. */
export function namedFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = codeOf(error) ?? '';
    throw new Error(`${name} names ${path}, which cannot be read (${code}).`, { cause: error });
  }
}

export function releaseKey({
  OVERLAY_RELEASE_KEY: path,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  return path ? namedFile('OVERLAY_RELEASE_KEY', path) : undefined;
}
