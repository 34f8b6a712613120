import type { ErrorDetail } from '../../contract/errors.ts';
import type { OgrafManifest } from './ograf.ts';

/** What is kept of a package beside its files. */
export interface KeptManifest {
  /** The path of the manifest in the package. */
  path: string;
  /** The path of the graphic's own script. */
  main: string;
  /** What there was to say of the package when it was installed. */
  warnings: ErrorDetail[];
  manifest: OgrafManifest;
}

/** What was kept of a graphic when it was installed. */
export function keptManifest({ manifest }: { manifest: string }): KeptManifest {
  return JSON.parse(manifest) as KeptManifest;
}
