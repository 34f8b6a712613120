/** A word for a POSIX shell. Only what needs quotes gets them, so that a command stays readable. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) && !word.startsWith('~') ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
