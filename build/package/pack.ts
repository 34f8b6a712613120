import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Arch, build as buildPackages, Platform } from 'electron-builder';
import { build } from '../built.ts';
import { electronBinary } from '../electron-binary.ts';
import { root } from '../set-up.js';
import type { PackFlags, System } from './flags.ts';
import { licencesText, shippedPackages } from './shipped.ts';

/** The systems by electron-builder's names. */
const platforms: Record<System, Platform> = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };

/** Builds the packages of one system, or its unpacked application. Throws a sentence if it cannot. */
export async function pack({ system, processor, dir, electron, to }: PackFlags): Promise<void> {
  build(['output', 'renderer', 'electron']);
  writeFileSync(join(root, 'dist/licences.txt'), licencesText(shippedPackages()));
  const electronDist = electron ?? (await installedElectron({ system, processor }));
  const made = await buildPackages({
    projectDir: root,
    targets: platforms[system].createTarget(dir ? 'dir' : null, Arch[processor]),
    config: {
      extends: 'electron-builder.yml',
      ...(electronDist === undefined ? {} : { electronDist }),
      ...(to === undefined ? {} : { directories: { output: to } }),
      afterExtract: leaveOutDefaultApp,
    },
  });
  for (const file of made) console.log(file);
}

/** The Electron of `node_modules`, which is for this machine; undefined for another, whose Electron is downloaded. */
async function installedElectron({
  system,
  processor,
}: Pick<PackFlags, 'system' | 'processor'>): Promise<string | undefined> {
  if (system !== process.platform || processor !== process.arch) return undefined;
  const found = await electronBinary();
  if ('path' in found) return join(root, 'node_modules/electron/dist');
  throw new Error(
    `Electron is not available (${found.problem}). Name an unpacked distribution of its version with --electron DIR.`,
  );
}

/**
 * Takes out the app that Electron would run without one, which a distribution of Electron brings. It is done before the hashes of all archives
 * are written into the program.
 */
function leaveOutDefaultApp({ appOutDir }: { appOutDir: string }): Promise<void> {
  for (const file of globSync('**/default_app.asar', { cwd: appOutDir })) rmSync(join(appOutDir, file));
  return Promise.resolve();
}
