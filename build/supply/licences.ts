import satisfies from 'spdx-satisfies';
import type { LockedPackage } from './lockfile.ts';

/** Licences allowed in shipped packages: free to use and distribute with their notice. */
const toShip = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Zlib', 'OFL-1.1'];

/** Licences allowed for build and test tools, which are not shipped. */
const toBuild = [...toShip, 'CC-BY-3.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0', 'WTFPL'];

export function licenceProblems(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence }) => problem(`${name} ${version}`, licence, toBuild));
}

export function shippedLicenceProblems(
  shipped: readonly { name: string; version: string; licence: string }[],
): string[] {
  return shipped.flatMap(({ name, version, licence }) => problem(`${name} ${version}`, licence, toShip));
}

function problem(who: string, licence: string | undefined, allowed: readonly string[]): string[] {
  if (licence === undefined) return [`${who} names no licence.`];
  try {
    if (satisfies(licence, allowed)) return [];
  } catch {
    // The parser throws on an invalid expression.
    return [`${who} has a licence that is no SPDX expression: ${licence}.`];
  }
  return [`${who} is under ${licence}, which is not on the list of "build/supply/licences.ts".`];
}
