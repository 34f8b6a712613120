import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up.js';
import type { Shipped } from './shipped.ts';

/** A package of `package-lock.json`. */
interface Locked {
  /** Only of a package that has another name here than its own. */
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
}

/** What a package runs on. */
export interface Runtime extends Omit<Shipped, 'text'> {
  /** The SHA-256 of its program, where that is not of a package that `package-lock.json` has a hash of. */
  sha256?: string;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** The Electron of `package-lock.json`. */
export function electronRuntime(): Runtime {
  const electron = packages['node_modules/electron'];
  return { name: 'electron', version: electron?.version ?? '', licence: electron?.license ?? '' };
}

/**
 * The list of materials (CycloneDX 1.6, as JSON): everything of others that a package contains, with its licence and the hash that
 * `package-lock.json` holds it by, and what it runs on. It tells no time, so that the same sources give the same list.
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
  // A program, or what is compiled into an addon, is no package of npm.
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

function lockedAs(name: string, version: string): Locked | undefined {
  return Object.entries(packages)
    .map(([path, one]) => ({ ...one, name: one.name ?? path.replace(/^.*node_modules\//, '') }))
    .find((one) => one.name === name && one.version === version);
}

function licensesOf(licence: string): object[] {
  return licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }];
}

/** npm writes `sha512-` and base64, CycloneDX wants hexadecimal. */
function hashesOf(locked: Locked | undefined): object[] {
  const [, content] = /^sha512-(\S+)$/.exec(locked?.integrity ?? '') ?? [];
  return content === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
}
