/** `Set Score`, or `Set` without a title. */
export function withTitle(caption: string, title: string | undefined): string {
  return title === undefined ? caption : `${caption} ${title}`;
}
