import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up.js';
import { association, windowsKind } from './association.ts';
import type { Processor } from './flags.ts';
import { threeNumbers } from './installer.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { removeKey, upgradeCode } from './windows-marks.ts';

/** The program in the directory of the application. */
const program = 'Overlay Desk.exe';
/** A Windows Installer package of this schema may be for 64 bits, also those of ARM. */
const schema = '500';
/**
 * The properties that the installation reads. What finds them runs once, with the rights of whoever opened
 * the package; from one who is no administrator yet, the service that installs is told of no others.
 */
const readByInstallation = ['OLDER', 'NEWER', 'WINDOWS10', 'INSTALLED_BY_EXE'];
/** The processors by the names of Windows Installer. */
const templates: Record<Processor, string> = { x64: 'x64', arm64: 'Arm64' };

/**
 * Makes the Windows Installer package (MSI) of the directory of an application, for all users of a machine. With `SOURCE_DATE_EPOCH` the
 * same files give the same package.
 */
export function makeMsi(
  application: string,
  file: string,
  { processor, version = packageJson.version }: { processor: Processor; version?: string },
): void {
  inTemporaryFolder((folder) => {
    // It takes relative paths only, and knows sources by their place beside the description.
    cpSync(join(root, 'build/package/icon.ico'), join(folder, 'icon.ico'));
    cpSync(application, join(folder, 'app'), { recursive: true, preserveTimestamps: true });
    writeFileSync(join(folder, 'package.wxs'), descriptionOf(join(folder, 'app'), processor, version));
    const run = (tool: string, ...words: string[]): void => {
      // A cabinet has the times of its files as a clock on the wall shows them.
      const env = { ...process.env, TZ: 'UTC' };
      execFileSync(tool, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env });
    };
    run('wixl', '--arch', 'x64', '--output', 'package.msi', 'package.wxs');
    // wixl knows no ARM, gives each package an id by chance, and names no properties of ours here.
    const { name, author } = packageJson;
    const id = `{${guid(`package ${processor} ${version} ${String(process.env.SOURCE_DATE_EPOCH)}`)}}`;
    run('msibuild', 'package.msi', '-s', name, author, `${templates[processor]};1033`, id);
    const told = `'${readByInstallation.join(';')}' WHERE \`Property\` = 'SecureCustomProperties'`;
    run('msibuild', 'package.msi', '-q', `UPDATE \`Property\` SET \`Value\` = ${told}`);
    writeFileSync(file, withTime(readFileSync(join(folder, 'package.msi'))));
  });
}

/** A GUID that is made of a name: as RFC 9562 makes its version 5. */
function guid(name: string): string {
  const space = Buffer.from(upgradeCode.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The three numbers after those of a version. wixl would leave out a limit that is itself among what is replaced. */
function numbersAfter(version: string): string {
  const [major = '', minor = '', patch = ''] = threeNumbers(version).split('.');
  return [major, minor, Number(patch) + 1].join('.');
}

/** What wixl makes the package of. */
function descriptionOf(application: string, processor: Processor, version: string): string {
  const { author } = packageJson;
  const ids: string[] = [];
  const content = directory(application, '', ids);
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="{${guid(`product ${processor} ${version}`)}}" Name="Overlay Desk" Language="1033" Version="${threeNumbers(version)}"
      Manufacturer="${author}" UpgradeCode="{${upgradeCode}}">
    <Package InstallerVersion="${schema}" Compressed="yes" InstallScope="perMachine" Description="Overlay Desk ${version}"
      Manufacturer="${author}"/>
    <!-- A release has the numbers of its candidates, so the same numbers are replaced too: they would lie beside each other otherwise. -->
    <Upgrade Id="${upgradeCode}">
      <UpgradeVersion Property="OLDER" Minimum="0.0.0" Maximum="${numbersAfter(version)}" IncludeMaximum="no"/>
      <UpgradeVersion Property="NEWER" Minimum="${threeNumbers(version)}" IncludeMinimum="no" OnlyDetect="yes"/>
    </Upgrade>
    <InstallExecuteSequence>
      <RemoveExistingProducts After="InstallValidate"/>
    </InstallExecuteSequence>
    <Condition Message="A newer version of Overlay Desk is installed. To go back, remove that one first; shows and settings stay.">Installed OR NOT NEWER</Condition>
    <!-- The major version, as #10; none before Windows 10. Windows Installer itself is told 6.3 by all later ones. -->
    <Property Id="WINDOWS10">
      <RegistrySearch Id="windows10" Root="HKLM" Key="SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion"
        Name="CurrentMajorVersionNumber" Type="raw"/>
    </Property>
    <Condition Message="Overlay Desk needs Windows 10 or later, with 64 bits. Nothing was installed.">Installed OR (WINDOWS10 AND NOT (WINDOWS10 &lt;&lt; &quot;#6&quot;) AND VersionNT64)</Condition>
    <!-- For all users, or for the one who installs this. The programs of others are not seen. The installer has 64 bits, and so has its registry. -->
    <Property Id="INSTALLED_BY_EXE">
      <RegistrySearch Id="exe_for_all" Root="HKLM" Key="${removeKey}" Name="InstallLocation" Type="raw" Win64="yes"/>
      <RegistrySearch Id="exe_for_one" Root="HKCU" Key="${removeKey}" Name="InstallLocation" Type="raw" Win64="yes"/>
    </Property>
    <Condition Message="Overlay Desk is installed already, in [INSTALLED_BY_EXE], by its .exe. Install a newer .exe, or remove that one first in the system's list of programs; shows and settings stay. Nothing was installed.">Installed OR NOT INSTALLED_BY_EXE</Condition>
    <Media Id="1" Cabinet="application.cab" EmbedCab="yes"/>
    <Icon Id="icon.ico" SourceFile="icon.ico"/>
    <Property Id="ARPPRODUCTICON" Value="icon.ico"/>
    <Property Id="ARPNOMODIFY" Value="1"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder" Name="PFiles">
        <Directory Id="INSTALLDIR" Name="Overlay Desk">${content}
        </Directory>
      </Directory>
      <Directory Id="ProgramMenuFolder" Name="Programs">${shortcut()}
      </Directory>
    </Directory>
    <Feature Id="all" Level="1">
      ${[...ids, 'shortcut', 'association'].map((id) => `<ComponentRef Id="${id}"/>`).join('\n      ')}
    </Feature>
  </Product>
</Wix>
`;
}

/** The files of a directory, each a component of its own, as the rules of Windows Installer want it. `ids` gets the components. */
function directory(application: string, inside: string, ids: string[]): string {
  const entries = readdirSync(join(application, inside), { withFileTypes: true });
  const parts = entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((entry) => {
      const path = join(inside, entry.name);
      const name = escaped(entry.name);
      if (entry.isDirectory())
        return `<Directory Id="${idOf('d', path)}" Name="${name}">${directory(application, path, ids)}</Directory>`;
      const id = idOf('c', path);
      ids.push(id);
      const source = escaped(join('app', path));
      return `<Component Id="${id}" Guid="{${guid(`file ${path}`)}}" Win64="yes"><File Id="${fileId(path)}" Name="${name}" Source="${source}" KeyPath="yes"/></Component>`;
    });
  return (inside === '' ? [...parts, registered()] : parts).map((part) => `\n${part}`).join('');
}

/** The start menu. A component of a shortcut is there if its value in the registry is. */
function shortcut(): string {
  return `
<Component Id="shortcut" Guid="{${guid('shortcut')}}" Win64="yes">
  <Shortcut Id="start" Name="Overlay Desk" Target="[#${fileId(program)}]" WorkingDirectory="INSTALLDIR" Icon="icon.ico"/>
  <RegistryValue Root="HKLM" Key="Software\\Overlay Desk" Name="shortcut" Type="integer" Value="1" KeyPath="yes"/>
</Component>`;
}

/** Show files open with the application. */
function registered(): string {
  const classes = 'Software\\Classes';
  const values = [
    [`${classes}\\.${association.ext}`, windowsKind, 'KeyPath="yes"'],
    [`${classes}\\${windowsKind}`, association.name, ''],
    [`${classes}\\${windowsKind}\\DefaultIcon`, `[INSTALLDIR]${program},0`, ''],
    [`${classes}\\${windowsKind}\\shell\\open\\command`, `"[INSTALLDIR]${program}" "%1"`, ''],
  ].map(
    ([key = '', value = '', path = '']) =>
      `  <RegistryValue Root="HKLM" Key="${key}" Type="string" Value="${escaped(value)}" ${path}/>`,
  );
  return `<Component Id="association" Guid="{${guid('association')}}" Win64="yes">\n${values.join('\n')}\n</Component>`;
}

function fileId(path: string): string {
  return idOf('f', path);
}

/** An identifier of the database: a letter, digits and underscores. */
function idOf(kind: string, path: string): string {
  return `${kind}${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A point of time in a property of the summary: its type (VT_FILETIME), and 100 ns since 1601. */
const timeType = Buffer.from([0x40, 0, 0, 0]);
const since1601 = 11_644_473_600n;
const perSecond = 10_000_000n;

/** The package as if it had been made at `SOURCE_DATE_EPOCH`: the two times of its summary are those of its making. */
function withTime(made: Buffer): Buffer {
  const fileTime = (seconds: bigint): bigint => (seconds + since1601) * perSecond;
  const now = BigInt(Math.floor(Date.now() / 1000));
  const hour = 3_600n;
  const time = fileTime(BigInt(process.env.SOURCE_DATE_EPOCH ?? 0));
  for (let at = made.indexOf(timeType); at >= 0 && at + 12 <= made.length; at = made.indexOf(timeType, at + 4)) {
    const value = made.readBigUInt64LE(at + 4);
    const isOfNow = value > fileTime(now - hour) && value < fileTime(now + hour);
    if (isOfNow) made.writeBigUInt64LE(time, at + 4);
  }
  return made;
}
