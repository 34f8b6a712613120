import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.js';
import { shippedLicenceProblems } from '../supply/licences.ts';

/** A package of others that is inside ours. */
export interface Shipped {
  name: string;
  version: string;
  /** The SPDX identifier of its licence. */
  licence: string;
  /** The text of its licence; empty if its package has none. */
  text: string;
}

/** What Vite writes of each package that it bundles. */
interface BundledLicence {
  name: string;
  version: string;
  identifier: string | null;
  text?: string;
}

/**
 * Everything of others in built bundles, by name and version: what each bundle was made of, which Vite wrote beside it, and
 * the fonts, which Vite takes for files of ours. Electron and Node are not among it: they keep their licences beside their programs.
 * `folders`: those of the bundles, in `dist/`. Throws a sentence if a licence does not allow it to be passed on.
 */
export function shippedPackages(folders: readonly string[]): Shipped[] {
  const bundled = folders
    .flatMap((folder) => globSync(`dist/${folder}/**/*licences.json`, { cwd: root }))
    .flatMap((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as BundledLicence[]);
  const all = bundled.map(({ name, version, identifier, text = '' }) => ({
    name,
    version,
    licence: identifier ?? 'UNKNOWN',
    text,
  }));
  const each = new Map([...all, ...fonts()].map((one) => [`${one.name} ${one.version}`, one]));
  const shipped = [...each.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const problems = shippedLicenceProblems(shipped);
  if (problems.length > 0) throw new Error(`Nothing was packed. ${problems.join(' ')}`);
  return shipped;
}

function fonts(): Shipped[] {
  return globSync('node_modules/@fontsource-variable/*', { cwd: root }).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license: string;
    };
    return { name, version, licence: license, text: readFileSync(join(root, folder, 'LICENSE'), 'utf8') };
  });
}

/** The licences of all of them as one text, for the packages. Equal texts are written once. */
export function licencesText(shipped: readonly Shipped[]): string {
  const byText = new Map<string, Shipped[]>();
  for (const one of shipped) {
    const text = one.text.trim() || `Its package has no text of its licence, and says that it is ${one.licence}.`;
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  const parts = [...byText].map(([text, ones]) => {
    const names = ones.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${names.join('\n')}\n\n${text}\n`;
  });
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return ['Overlay Desk contains these packages and fonts of others.\n', ...parts].join(rule);
}
