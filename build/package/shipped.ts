import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.js';
import { shippedLicenceProblems } from '../supply/licences.ts';

export interface Shipped {
  name: string;
  version: string;
  /** SPDX identifier. */
  licence: string;
  /** Empty if the package contains no licence text. */
  text: string;
}

interface BundledLicence {
  name: string;
  version: string;
  identifier: string | null;
  text?: string;
}

/**
 * Returns the third-party packages in bundles of `dist/`, including fonts and libraries inside addons. Electron and
 * Node have their own licence files. Throws if a licence forbids distribution.
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

/** Libraries inside the MIDI and HID addons are not npm packages. */
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
