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

/**
 * The list of materials (CycloneDX 1.6, as JSON): everything of others that a package contains, with its licence and the hash that
 * `package-lock.json` holds it by, and Electron. It tells no time, so that the same sources give the same list.
 */
export function materials(shipped: readonly Shipped[]): string {
  const { name, version, license } = packageJson;
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const locked = Object.entries(packages).map(([path, one]) => {
    return { ...one, name: one.name ?? path.replace(/^.*node_modules\//, '') };
  });
  const electron = packages['node_modules/electron'];
  const all = [...shipped, { name: 'electron', version: electron?.version ?? '', licence: electron?.license ?? '' }];
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: licensesOf(license) } },
    components: all.map((one) => ({
      type: one.name === 'electron' ? 'framework' : 'library',
      name: one.name,
      version: one.version,
      purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
      licenses: licensesOf(one.licence),
      hashes: hashesOf(locked.find((other) => other.name === one.name && other.version === one.version)),
    })),
  };
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

function licensesOf(licence: string): object[] {
  return licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }];
}

/** npm writes `sha512-` and base64, CycloneDX wants hexadecimal. */
function hashesOf(locked: Locked | undefined): object[] {
  const [, content] = /^sha512-(\S+)$/.exec(locked?.integrity ?? '') ?? [];
  return content === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
}
