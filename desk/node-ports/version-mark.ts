/**
 * The version as operators and logs see it. A package that nobody signed is marked, so that nobody takes it for a released one.
 * `signed` is what the packing wrote into `package.json`; undefined for an application that runs from its sources.
 */
export function markedVersion({ version, signed }: { version: string; signed?: boolean }): string {
  if (signed === undefined) return `${version} (not packaged)`;
  return signed ? version : `${version} UNSIGNED`;
}
