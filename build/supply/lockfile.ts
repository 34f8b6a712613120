import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.js';

/** A package that `package-lock.json` holds. */
export interface LockedPackage {
  /** Its own name, also where it has another one here. */
  name: string;
  version: string;
  /** An SPDX expression; undefined if the package names none. */
  licence: string | undefined;
  /** Where it is installed. */
  path: string;
}

interface Locked {
  name?: string;
  version?: string;
  license?: string;
}

/** Every package of a lockfile, by default that of the project, in the order of their places. */
export function lockedPackages(text = readFileSync(join(root, 'package-lock.json'), 'utf8')): LockedPackage[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name = path.replace(/^.*node_modules\//, ''), version = '', license }]) => {
      return { name, version, licence: license, path };
    });
}
