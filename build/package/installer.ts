import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up.js';
import { association, windowsKind } from './association.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { removeKey, upgradeCode } from './windows-marks.ts';

/** A version as Windows counts, which knows no pre-releases. */
export function threeNumbers(version: string): string {
  return version.replace(/-.*/, '');
}

/** What NSIS runs to sign the program that removes the application, before it goes into the installer. */
const signing = `"${process.execPath}" "${join(root, 'build/package/sign-windows-file.ts')}"`;

/** Makes the installer for Windows of the directory of an application. */
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

/** Removes the files of the application one by one: the directory may be one that the operator has other files in. */
function removalOf(application: string): string {
  const entries = readdirSync(application, { recursive: true, withFileTypes: true });
  const place = (entry: (typeof entries)[number]): string =>
    relative(application, join(entry.parentPath, entry.name)).replaceAll('/', '\\');
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `Delete "$INSTDIR\\${place(entry)}"`);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `RMDir "$INSTDIR\\${place(entry)}"`);
  // What is inside goes first.
  return `${[...files.sort(), ...folders.sort().reverse()].join('\n')}\n`;
}
