/** The first `most`, and in words how many `more` there are. */
export function shortened(all: readonly string[], most: number, more: (count: number) => string): readonly string[] {
  return all.length > most ? [...all.slice(0, most), more(all.length - most)] : all;
}
