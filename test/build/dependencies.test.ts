import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../build/set-up.js';

interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { name?: string; hasInstallScript?: boolean; optional?: boolean; integrity?: string }>;
};
const [, inShow = '', toBuild = ''] = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').split('\n## ');

/** The names in the rows that also give a licence, a size and a reason. */
function explained(section: string): string[] {
  return [...section.matchAll(/^\| `([^`]+)` \| [\w.() -]+ \| [\d.]+ [kM]B \| \S.* \|$/gm)].map(
    (found) => found[1] ?? '',
  );
}

describe('the dependencies', () => {
  it('all have their reason in docs/dependencies.md, in the order of package.json, and no other has', () => {
    expect(explained(inShow)).toEqual(Object.keys(wanted.dependencies));
    expect(explained(toBuild)).toEqual(Object.keys(wanted.devDependencies));
  });

  it('are pinned to one version each', () => {
    const versions = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies });
    expect(versions.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('run no install script but that of Node, and each other one is refused by name', () => {
    const scripted = Object.entries(lock.packages).filter(([, each]) => each.hasInstallScript && !each.optional);
    const decided = scripted.map(([path, { name = path.replace('node_modules/', '') }]) => [name, name === 'node']);
    expect(wanted.allowScripts).toEqual(Object.fromEntries(decided));
  });

  it('are held by the hash of their content', () => {
    const loose = Object.entries(lock.packages).filter(([path, each]) => path !== '' && !each.integrity);
    expect(loose).toEqual([]);
  });
});
