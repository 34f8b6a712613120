import type { ErrorDetail } from '../../contract/errors.ts';
import type { OgrafManifest } from './ograf.ts';

export interface KeptManifest {
  path: string;
  main: string;
  warnings: ErrorDetail[];
  manifest: OgrafManifest;
}

export function keptManifest({ manifest }: { manifest: string }): KeptManifest {
  return JSON.parse(manifest) as KeptManifest;
}
