/** The URL for operators and logs, without the query, which may hold a key. */
export function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
