import type { ErrorDetail } from '../../contract/errors.ts';
import type { OgrafManifest } from './ograf.ts';
import { manifestPath, networkWarnings, readManifest } from './manifest.ts';
import { graphicRefused, type PackageFiles } from './package-files.ts';
import { checkReferences, resolved } from './references.ts';

export interface CheckedPackage {
  manifest: OgrafManifest;
  manifestPath: string;
  main: string;
  files: PackageFiles;
  warnings: ErrorDetail[];
}

/**
 * `chosen`: the path of one of several manifests.
 * @throws OverlayError `graphic-refused`, with one detail for each problem
 */
export async function checkPackage(all: PackageFiles, chosen?: string): Promise<CheckedPackage> {
  const { manifest, path, files, warnings } = readManifest(all, chosen);
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
  const network = networkWarnings(manifest).map((message) => ({
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
