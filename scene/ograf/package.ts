import type { ErrorDetail } from '../../contract/errors.ts';
import type { OgrafManifest } from './ograf.ts';
import { manifestPath, readManifest } from './manifest.ts';
import { networkWarnings } from './network.ts';
import type { PackageFiles } from './package-files.ts';
import { checkReferences, resolved } from './references.ts';
import { graphicRefused } from './graphic-refused.ts';

/** A package that can be installed. */
export interface CheckedPackage {
  manifest: OgrafManifest;
  manifestPath: string;
  /** The path of the graphic's own script. */
  main: string;
  /** The files, with paths relative to the folder of the manifest. */
  files: PackageFiles;
  /** Messages for the author that do not prevent the installation. */
  warnings: ErrorDetail[];
}

/**
 * Checks the files of a package.
 * @throws OverlayError `graphic-refused`, with one detail for each problem
 */
export async function checkPackage(all: PackageFiles): Promise<CheckedPackage> {
  const { manifest, path, files, warnings } = readManifest(all);
  const main = resolved(manifest.main, path);
  if (!files.has(main)) {
    const message = `"${manifest.main}" is not in the package`;
    throw graphicRefused([{ path: manifestPath(path, ['main']), message }]);
  }
  const found = await checkReferences(files, main);
  if (found.problems.length > 0) throw graphicRefused(found.problems);
  const missing = (manifest.thumbnails ?? []).flatMap(({ file }, at) =>
    files.has(resolved(file, path))
      ? []
      : [{ path: manifestPath(path, ['thumbnails', at, 'file']), message: `"${file}" is not in the package` }],
  );
  const network = networkWarnings(manifest).map(({ message }) => ({
    path: manifestPath(path, ['renderRequirements']),
    message,
  }));
  return {
    manifest,
    manifestPath: path,
    main,
    files,
    warnings: [...warnings, ...network, ...missing, ...found.warnings],
  };
}
