/** The entity tag (RFC 9110, section 8.8.3) of a revision, as the service writes it. */
export function tagOf(revision: number): string {
  return `"${revision}"`;
}

/** The revision that an entity tag names; undefined if there is no tag, or another service wrote it. A weak tag counts too. */
export function revisionOf(tag: string | null): number | undefined {
  const digits = /^(?:W\/)?"(\d{1,15})"$/.exec(tag ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
