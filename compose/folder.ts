import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  graphicRefused,
  Intake,
  type PackageFiles,
  type PackageLimits,
  packageLimits,
} from '../scene/ograf/package-files.ts';

/** Throws `graphic-refused` for the same reasons as the service for a zip. */
export async function readFolder(directory: string, limits: PackageLimits = packageLimits): Promise<PackageFiles> {
  const intake = new Intake(limits);
  await readInto(intake, directory, '');
  return intake.files;
}

async function readInto(intake: Intake, directory: string, above: string): Promise<void> {
  const entries = await readdir(join(directory, above), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = above === '' ? entry.name : `${above}/${entry.name}`;
    if (entry.isDirectory()) await readInto(intake, directory, path);
    else if (!entry.isFile()) throw graphicRefused([{ path, message: 'is a link or a device, and no file' }]);
    else if (intake.admits(path, (await stat(join(directory, path))).size)) {
      intake.add(path, await readFile(join(directory, path)));
    }
  }
}
