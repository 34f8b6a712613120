import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.js';

export interface LockedPackage {
  /** The original name, even if installed under an alias. */
  name: string;
  version: string;
  /** SPDX expression; undefined if the package has none. */
  licence: string | undefined;
  path: string;
}

export interface LockedEntry {
  /** Only for a package that is installed under another name. */
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
}

export function lockedPackages(text = readFileSync(join(root, 'package-lock.json'), 'utf8')): LockedPackage[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedEntry> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name = path.replace(/^.*node_modules\//, ''), version = '', license }]) => {
      return { name, version, licence: license, path };
    });
}
