import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showVersion } from '../../contract/desk-api/show-file.ts';
import packageJson from '../../package.json' with { type: 'json' };

const [, major = '', minor = ''] = /^(\d+)\.(\d+)\./.exec(packageJson.version) ?? [];
/** The version of these sources, and the one after it. */
export const [present, next] = [packageJson.version, `${major}.${String(Number(minor) + 1)}.0`];

/** What makes these sources those of the version after, by the rule: each of its stores has a higher version, and reads what was before. */
export const nextEdits: readonly [file: string, from: string, to: string][] = [
  ['package.json', `"version": "${present}"`, `"version": "${next}"`],
  ['contract/desk-api/show-file.ts', `showVersion = ${showVersion}`, `showVersion = ${showVersion + 1}`],
  ['node/show/show-text.ts', 'ShowContent)[] = [];', 'ShowContent)[] = [(content) => content];'],
  ['desk/screens/settings.ts', 'this.#port.version ?? 1', 'this.#port.version ?? 2'],
  ['desk/screens/settings.ts', 'z.literal(this.#version)', 'z.int()'],
  [
    'service/store/sqlite/migrations.ts',
    '[createTables]',
    "[createTables, (database) => database.exec('CREATE TABLE bells (tone TEXT)')]",
  ],
];

/** Makes a clone of these sources the version after. Throws if the sources are no longer as the edits know them. */
export function becomeNext(clone: string): void {
  for (const [file, from, to] of nextEdits) {
    const path = join(clone, file);
    const parts = readFileSync(path, 'utf8').split(from);
    if (parts.length !== 2) throw new Error(`${file} has "${from}" ${String(parts.length - 1)} times.`);
    writeFileSync(path, parts.join(to));
  }
}
