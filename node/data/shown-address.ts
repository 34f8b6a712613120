/** An address as operators and logs may see it: what is behind its path may be a key. */
export function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
