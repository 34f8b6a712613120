import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackage } from '@electron/asar';
import { Data, Format, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import type { System } from '../../build/package/flags.ts';
import { root } from '../../build/set-up.js';

/**
 * Where Electron keeps its fuses in its program: a mark that occurs once, the version of the scheme, how many fuses there are,
 * and a digit for each.
 */
const fuses = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009000000000';

/**
 * Makes a stand-in for an unpacked distribution of Electron at `folder`. It has the files that packing looks for, and nothing
 * in it runs the desk: its programs print that they are a stand-in.
 */
export async function makeStandIn(system: System, folder: string): Promise<void> {
  const makers = { linux: makeLinux, win32: makeWindows, darwin: makeMac };
  await makers[system](folder);
  write(join(folder, 'LICENSE'), 'The licence of Electron is beside the true one.\n');
  write(join(folder, 'LICENSES.chromium.html'), '<p>The licences of Chromium are beside the true one.</p>\n');
}

async function makeLinux(folder: string): Promise<void> {
  program(join(folder, 'electron'), Buffer.from(script, 'latin1'));
  program(join(folder, 'chrome-sandbox'), Buffer.from(script, 'latin1'));
  write(join(folder, 'locales/en-US.pak'), '');
  write(join(folder, 'locales/de.pak'), '');
  await defaultApp(join(folder, 'resources/default_app.asar'));
}

async function makeWindows(folder: string): Promise<void> {
  const empty = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(empty);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileDescription: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  const icon = new Uint8Array(readFileSync(join(root, 'build/package/icon.ico')));
  const icons = Data.IconFile.from(icon.buffer).icons.map(({ data }) => data);
  Resource.IconGroupEntry.replaceIconsForResource(resources.entries, 1, 1033, icons);
  resources.entries.push({
    type: 'FUSES',
    id: 1,
    lang: 1033,
    codepage: 1200,
    bin: new TextEncoder().encode(fuses).buffer,
  });
  // Resources come last, as whoever changes them wants it.
  letItEnd(empty);
  resources.outputResource(empty);
  program(join(folder, 'electron.exe'), Buffer.from(empty.generate()));
  write(join(folder, 'locales/en-US.pak'), '');
  await defaultApp(join(folder, 'resources/default_app.asar'));
}

/** The exit code of the programs for Windows and Linux: a service that is not there (`sysexits.h`). */
export const standInEnds = 69;
/** `mov eax, 69` and `ret`: the least program that Windows starts and that ends. */
const ending = Uint8Array.of(0xb8, standInEnds, 0, 0, 0, 0xc3);
/** What a section holds: code, to be read and run. */
const code = 0x6000_0020;

/** Gives a program for Windows code of its own. */
function letItEnd(executable: NtExecutable): void {
  // The section takes the place of a table that no program for this processor has.
  const unused = Format.ImageDirectoryEntry.Architecture;
  executable.setSectionByEntry(unused, {
    data: ending.buffer,
    info: {
      name: '.text',
      virtualSize: ending.byteLength,
      virtualAddress: 0,
      sizeOfRawData: 0,
      pointerToRawData: 0,
      pointerToRelocations: 0,
      pointerToLineNumbers: 0,
      numberOfRelocations: 0,
      numberOfLineNumbers: 0,
      characteristics: code,
    },
  });
  const { optionalHeader } = executable.newHeader;
  optionalHeader.addressOfEntryPoint = executable.newHeader.optionalHeaderDataDirectory.get(unused).virtualAddress;
  optionalHeader.sizeOfCode = ending.byteLength;
  executable.newHeader.optionalHeaderDataDirectory.set(unused, { size: 0, virtualAddress: 0 });
}

async function makeMac(folder: string): Promise<void> {
  const contents = join(folder, 'Electron.app/Contents');
  const frameworks = join(contents, 'Frameworks');
  bundle(join(folder, 'Electron.app'), 'Electron');
  for (const kind of ['', ' (Renderer)', ' (Plugin)', ' (GPU)']) {
    bundle(join(frameworks, `Electron Helper${kind}.app`), `Electron Helper${kind}`);
  }
  const framework = join(frameworks, 'Electron Framework.framework');
  program(join(framework, 'Electron Framework'), Buffer.from(script, 'latin1'));
  write(join(framework, 'Versions/A/Resources/en.lproj/locale.pak'), '');
  write(join(contents, 'Resources/en.lproj/locale.pak'), '');
  write(join(contents, 'Resources/electron.icns'), readFileSync(join(root, 'build/package/icon.icns')));
  await defaultApp(join(contents, 'Resources/default_app.asar'));
}

const script = `#!/bin/sh
echo 'This is a stand-in for Electron, made for tests of the packages.' >&2
exit 69
# ${fuses}
`;

/** A bundle of macOS with one program. */
function bundle(folder: string, name: string): void {
  program(join(folder, 'Contents/MacOS', name), Buffer.from(script, 'latin1'));
  write(
    join(folder, 'Contents/Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
<key>CFBundleName</key><string>${name}</string>
<key>CFBundlePackageType</key><string>APPL</string>
</dict></plist>
`,
  );
}

/** The app that Electron runs without one of its own. Packing reads it, so it is a true archive. */
async function defaultApp(file: string): Promise<void> {
  const source = mkdtempSync(join(tmpdir(), 'default-app-'));
  write(join(source, 'main.js'), '');
  mkdirSync(dirname(file), { recursive: true });
  await createPackage(source, file);
  rmSync(source, { recursive: true });
}

function program(file: string, content: Buffer): void {
  write(file, content);
  chmodSync(file, 0o755);
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
