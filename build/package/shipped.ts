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
 * the fonts, which Vite takes for files of ours, and what is compiled into the addons. Electron and Node are not among it: they keep
 * their licences beside their programs.
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
  const each = new Map([...all, ...fonts(), ...insideAddons()].map((one) => [`${one.name} ${one.version}`, one]));
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

/** The libraries that are compiled into the addons for MIDI and HID. They are no packages of npm, but files inside of such. */
function insideAddons(): Shipped[] {
  const text = (path: string): string => readFileSync(join(root, 'node_modules', path), 'utf8');
  const rtMidi = text('midi/vendor/rtmidi/RtMidi.h');
  const [notice = ''] = /RtMidi: realtime.*?(?=\*\/)/s.exec(rtMidi) ?? [];
  const number = (part: string): string => new RegExp(`#define RTMIDI_VERSION_${part} +(\\d+)`).exec(rtMidi)?.[1] ?? '';
  return [
    {
      name: 'RtMidi',
      version: ['MAJOR', 'MINOR', 'PATCH'].map(number).join('.'),
      licence: 'MIT',
      text: notice.replace(/^ {4}/gm, ''),
    },
    {
      name: 'hidapi',
      version: text('node-hid/hidapi/VERSION').trim(),
      licence: 'BSD-3-Clause',
      text: text('node-hid/hidapi/LICENSE-bsd.txt'),
    },
  ];
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
