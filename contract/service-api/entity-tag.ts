/** The entity tag of a revision (RFC 9110, section 8.8.3). */
export function tagOf(revision: number): string {
  return `"${revision}"`;
}

/** Accepts weak tags; undefined for a missing or foreign tag. */
export function revisionOf(tag: string | null): number | undefined {
  const digits = /^(?:W\/)?"(\d{1,15})"$/.exec(tag ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
