import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { root } from '../set-up.js';
import { inTemporaryFolder } from './temporary-folder.ts';
import { hasTool } from './tools.ts';

const off = [
  FuseV1Options.RunAsNode,
  FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  FuseV1Options.EnableNodeCliInspectArguments,
];
const on = [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseV1Options.OnlyLoadAppFromAsar];

/**
 * Checks the fuses, and that the archive has no source maps or sources. Returns the result as text; throws on failure.
 */
export async function proveApplication(application: string, program: string): Promise<string> {
  const fuses = await getCurrentFuseWire(program);
  const wrong = [...off.map((fuse) => [fuse, '0'] as const), ...on.map((fuse) => [fuse, '1'] as const)].find(
    ([fuse, state]) => Number(fuses[fuse]) !== state.charCodeAt(0),
  );
  if (wrong) throw new Error(`The fuse ${FuseV1Options[wrong[0]]} of ${program} is wrong.`);
  const odd = listPackage(archiveIn(application), { isPack: false }).find((path) => /\.(map|ts|svelte)$/.test(path));
  if (odd !== undefined) throw new Error(`${odd} must not be in a package.`);
  return 'its fuses are set, and no sources are in it';
}

export function archiveIn(application: string): string {
  const [found] = globSync('**/app.asar', { cwd: application });
  if (found === undefined) throw new Error(`${application} has no app.asar.`);
  return join(application, found);
}

const unpacking: Record<string, (file: string) => string[]> = {
  deb: (file) => ['dpkg-deb', '-x', file, '.'],
  rpm: (file) => ['7z', 'x', '-y', file],
  gz: (file) => ['tar', '-xzf', file],
  exe: (file) => ['7z', 'x', '-y', file],
  msi: (file) => ['msiextract', file],
  zip: (file) => ['7z', 'x', '-y', file],
};

/**
 * Unpacks a package and compares its archive. Returns the result as text; throws if it differs from the packed archive.
 */
export function proveContents(file: string, archive: string): string {
  const end = /\.(\w+)$/.exec(file)?.[1] ?? '';
  const words = unpacking[end]?.(file);
  if (words === undefined) return '';
  const [program = '', ...rest] = words;
  if (!hasTool(program)) return `not unpacked: this machine has no ${program}`;
  return inTemporaryFolder((folder) => {
    execFileSync(program, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const [payload] = globSync('*.cpio', { cwd: folder });
    if (payload) execFileSync('7z', ['x', '-y', payload], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const found = globSync('**/app.asar', { cwd: folder }).map((path) => hashOf(join(folder, path)));
    if (found.length === 1 && found[0] === hashOf(archive)) return 'it unpacks to what was packed';
    throw new Error(`${basename(file)} does not contain the application that was packed.`);
  });
}

/**
 * Unpacks the host's package and runs its own Node if it fits this machine. Returns the result as text; throws on
 * failure.
 */
export function proveHost(file: string, { processor }: { processor: string }): string {
  return inTemporaryFolder((folder) => {
    execFileSync('dpkg-deb', ['-x', file, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
    const home = join(folder, 'usr/lib/overlay-desk-host');
    const [packed, made] = [home, root].map((from) => hashOf(join(from, 'dist/host/main.js')));
    if (packed !== made) throw new Error(`${basename(file)} does not contain the host that was built.`);
    if (processor !== process.arch || process.platform !== 'linux') return 'it unpacks to what was built';
    const said = execFileSync(join(home, 'node'), [join(home, 'dist/host/main.js'), '--version'], { encoding: 'utf8' });
    return `it unpacks to what was built, and says: ${said.split('\n')[0] ?? ''}`;
  });
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
