import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up.js';
import { association, removeKey, upgradeCode, windowsKind } from './association.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

/** Windows versions have no pre-releases. */
export function threeNumbers(version: string): string {
  return version.replace(/-.*/, '');
}

/** NSIS signs the uninstaller with this command before packing it. */
const signing = [process.execPath, join(root, 'build/job.ts'), join(root, 'build/package/sign-windows-file.ts')]
  .map((word) => `"${word}"`)
  .join(' ');

export function makeInstaller(
  application: string,
  file: string,
  { signed, version = packageJson.version }: { signed: boolean; version?: string },
): void {
  inTemporaryFolder((folder) => {
    const removal = join(folder, 'removal.nsh');
    writeFileSync(removal, removalOf(application));
    const facts = {
      APP: application,
      VERSION: version,
      NUMBERS: threeNumbers(version),
      TO: file,
      ICON: join(root, 'build/package/icon.ico'),
      REMOVAL: removal,
      EXTENSION: association.ext,
      KIND: windowsKind,
      KIND_NAME: association.name,
      REMOVE: removeKey,
      UPGRADE_CODE: upgradeCode,
      ...(signed && { SIGN: signing }),
    };
    const words = Object.entries(facts).map(([name, value]) => `-D${name}=${value}`);
    execFileSync('makensis', ['-V2', ...words, join(root, 'build/package/installer.nsi')], {
      stdio: ['ignore', 2, 2],
    });
  });
}

/** Removes the application's files individually: the operator may keep other files in the directory. */
function removalOf(application: string): string {
  const entries = readdirSync(application, { recursive: true, withFileTypes: true });
  const place = (entry: (typeof entries)[number]): string =>
    relative(application, join(entry.parentPath, entry.name)).replaceAll('/', '\\');
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `Delete "$INSTDIR\\${place(entry)}"`);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `RMDir "$INSTDIR\\${place(entry)}"`);
  return `${[...files.sort(), ...folders.sort().reverse()].join('\n')}\n`;
}
