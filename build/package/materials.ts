import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up.js';
import type { LockedEntry } from '../supply/lockfile.ts';
import type { Shipped } from './shipped.ts';

export interface Runtime extends Omit<Shipped, 'text'> {
  /** SHA-256 of the program, unless `package-lock.json` has its hash. */
  sha256?: string;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedEntry>;
};

export function electronRuntime(): Runtime {
  const electron = packages['node_modules/electron'];
  return { name: 'electron', version: electron?.version ?? '', licence: electron?.license ?? '' };
}

/**
 * Returns the list of materials (CycloneDX 1.6, JSON): shipped packages with licences and hashes, and the runtime. It
 * has no time, to be reproducible.
 */
export function materials(shipped: readonly Shipped[], runtime: Runtime): string {
  const { name, version, license } = packageJson;
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: licensesOf(license) } },
    components: [...shipped.map((one) => component('library', one)), component('framework', runtime)],
  };
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

function component(type: string, { name, version, licence, sha256 }: Runtime): object {
  // Programs and code compiled into addons are not npm packages.
  const locked = sha256 === undefined ? lockedAs(name, version) : undefined;
  return {
    type,
    name,
    version,
    purl: `pkg:${locked ? 'npm' : 'generic'}/${name.replace('@', '%40')}@${version}`,
    licenses: licensesOf(licence),
    hashes: sha256 === undefined ? hashesOf(locked) : [{ alg: 'SHA-256', content: sha256 }],
  };
}

function lockedAs(name: string, version: string): LockedEntry | undefined {
  return Object.entries(packages)
    .map(([path, one]) => ({ ...one, name: one.name ?? path.replace(/^.*node_modules\//, '') }))
    .find((one) => one.name === name && one.version === version);
}

function licensesOf(licence: string): object[] {
  return licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }];
}

/** npm writes `sha512-` and base64, CycloneDX needs hexadecimal. */
function hashesOf(locked: LockedEntry | undefined): object[] {
  const [, content] = /^sha512-(\S+)$/.exec(locked?.integrity ?? '') ?? [];
  return content === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
}
