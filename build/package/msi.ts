import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up.js';
import { association, removeKey, upgradeCode, windowsKind } from './association.ts';
import type { Processor } from './flags.ts';
import { threeNumbers } from './installer.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

const program = 'Overlay Desk.exe';
/** Schema 500 allows 64-bit packages, including ARM. */
const schema = '500';
/**
 * Properties set with the rights of the user who opens the package. Without administrator rights, only listed
 * properties reach the installing service.
 */
const readByInstallation = ['OLDER', 'NEWER', 'WINDOWS10', 'INSTALLED_BY_EXE'];
const templates: Record<Processor, string> = { x64: 'x64', arm64: 'Arm64' };

/** Makes the MSI for all users of a machine. Reproducible with `SOURCE_DATE_EPOCH`. */
export function makeMsi(
  application: string,
  file: string,
  { processor, version = packageJson.version }: { processor: Processor; version?: string },
): void {
  inTemporaryFolder((folder) => {
    // wixl takes only relative paths, relative to the description.
    cpSync(join(root, 'build/package/icon.ico'), join(folder, 'icon.ico'));
    cpSync(application, join(folder, 'app'), { recursive: true, preserveTimestamps: true });
    writeFileSync(join(folder, 'package.wxs'), descriptionOf(join(folder, 'app'), processor, version));
    const run = (tool: string, ...words: string[]): void => {
      // Cabinets store file times as local time.
      const env = { ...process.env, TZ: 'UTC' };
      execFileSync(tool, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env });
    };
    run('wixl', '--arch', 'x64', '--output', 'package.msi', 'package.wxs');
    // wixl does not support ARM, creates random package ids and omits these properties.
    const { name, author } = packageJson;
    const id = `{${guid(`package ${processor} ${version} ${String(process.env.SOURCE_DATE_EPOCH)}`)}}`;
    run('msibuild', 'package.msi', '-s', name, author, `${templates[processor]};1033`, id);
    const told = `'${readByInstallation.join(';')}' WHERE \`Property\` = 'SecureCustomProperties'`;
    run('msibuild', 'package.msi', '-q', `UPDATE \`Property\` SET \`Value\` = ${told}`);
    writeFileSync(file, withTime(readFileSync(join(folder, 'package.msi'))));
  });
}

/** Derives a GUID from a name, as version 5 of RFC 9562. */
function guid(name: string): string {
  const space = Buffer.from(upgradeCode.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns the next patch version. wixl omits an inclusive limit of the replaced versions. */
function numbersAfter(version: string): string {
  const [major = '', minor = '', patch = ''] = threeNumbers(version).split('.');
  return [major, minor, Number(patch) + 1].join('.');
}

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
    <!-- Within the transaction: an installation that fails brings the version before back. -->
    <InstallExecuteSequence>
      <RemoveExistingProducts After="InstallInitialize"/>
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

/** Lists files as separate components, as Windows Installer requires. Adds the components to `ids`. */
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

/** The registry value marks the shortcut's component as installed. */
function shortcut(): string {
  return `
<Component Id="shortcut" Guid="{${guid('shortcut')}}" Win64="yes">
  <Shortcut Id="start" Name="Overlay Desk" Target="[#${fileId(program)}]" WorkingDirectory="INSTALLDIR" Icon="icon.ico"/>
  <RegistryValue Root="HKLM" Key="Software\\Overlay Desk" Name="shortcut" Type="integer" Value="1" KeyPath="yes"/>
</Component>`;
}

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

function idOf(kind: string, path: string): string {
  return `${kind}${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A time in the summary: its type (VT_FILETIME), then units of 100 ns since 1601. */
const timeType = Buffer.from([0x40, 0, 0, 0]);
const since1601 = 11_644_473_600n;
const perSecond = 10_000_000n;

/** Sets both times in the package's summary to `SOURCE_DATE_EPOCH`. */
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
