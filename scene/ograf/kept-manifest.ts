import type { ErrorDetail } from '../../contract/errors.ts';
import type { OgrafManifest } from './ograf.ts';

/** What is stored about a package beside its files. */
export interface KeptManifest {
  /** The path of the manifest in the package. */
  path: string;
  /** The path of the graphic's own script. */
  main: string;
  /** The warnings from its installation. */
  warnings: ErrorDetail[];
  manifest: OgrafManifest;
}

/** Reads what was stored about a graphic when it was installed. */
export function keptManifest({ manifest }: { manifest: string }): KeptManifest {
  return JSON.parse(manifest) as KeptManifest;
}
