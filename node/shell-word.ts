/** Quotes a word for a POSIX shell only if needed, for readability. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) && !word.startsWith('~') ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
