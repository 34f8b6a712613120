import satisfies from 'spdx-satisfies';
import type { LockedPackage } from './lockfile.ts';

/** What may be inside of what we ship: anybody may use and pass it on, with its notice. */
const toShip = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Zlib'],
  // Of fonts, which may be passed on with a program.
  'OFL-1.1',
];

/** What may help to build and check besides: nothing of it is in a package. */
const toBuild = [...toShip, 'CC-BY-3.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0', 'WTFPL'];

/** What is wrong with the licences of all packages that this project installs, a sentence each. */
export function licenceProblems(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence }) => problem(`${name} ${version}`, licence, toBuild));
}

/** What is wrong with the licences of what is inside of a package of ours, a sentence each. */
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
    // It throws on what is no expression.
    return [`${who} has a licence that is no SPDX expression: ${licence}.`];
  }
  return [`${who} is under ${licence}, which is not on the list of "build/supply/licences.ts".`];
}
