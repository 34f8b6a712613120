/** A name that no device has yet: of two alike the one that stayed keeps its own, whatever their order is now. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const plain = plainOf(name);
  let count = 1;
  const numbered = (): string => (count === 1 ? plain : `${plain} (${count})`);
  while (taken.has(numbered())) count += 1;
  return numbered();
}

/** A name without what tells it apart from others alike. */
export function plainOf(name: string): string {
  return name.replace(/ \(\d+\)$/, '');
}
