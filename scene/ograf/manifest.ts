import { type ErrorDetail, errorIn } from '../../contract/errors.ts';
import { OgrafManifest, unknownKeys } from './ograf.ts';
import { parsedJson } from '../../contract/json-text.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import { graphicRefused, oneOfSeveral, type PackageFiles } from './package-files.ts';

export interface FoundManifest {
  manifest: OgrafManifest;
  path: string;
  /** Paths are relative to the manifest's folder. */
  files: PackageFiles;
  warnings: ErrorDetail[];
}

const ending = '.ograf.json';
const Named = OgrafManifest.pick({ name: true });

/**
 * Finds and checks the manifest; of several, the one with the path `chosen`. Throws `graphic-refused`, with one detail per
 * problem.
 */
export function readManifest(all: PackageFiles, chosen?: string): FoundManifest {
  const found = foundManifest(all, chosen);
  const folder = found.slice(0, found.lastIndexOf('/') + 1);
  const path = found.slice(folder.length);
  const outside = [...all.keys()].filter((file) => !file.startsWith(folder));
  const files = new Map(
    [...all].flatMap(([file, bytes]) => (file.startsWith(folder) ? [[file.slice(folder.length), bytes]] : [])),
  );
  const manifest = checked(path, files.get(path) ?? new Uint8Array());
  return {
    manifest,
    path,
    files,
    warnings: [
      ...outside.map((file) => ({ path: file, message: `is outside of the folder of the manifest, and was left out` })),
      ...unknownKeys(manifest).map((steps) => ({
        path: manifestPath(path, steps),
        message: 'is not known to the specification, and does nothing (keys of a vendor begin with "v_")',
      })),
    ],
  };
}

/** For people: `lower-third.ograf.json: customActions[0].id`. */
export function manifestPath(path: string, steps: readonly PropertyKey[]): string {
  return steps.length === 0 ? path : `${path}: ${jsonPath(steps)}`;
}

function foundManifest(all: PackageFiles, chosen: string | undefined): string {
  const manifests = [...all.keys()].filter((path) => path.endsWith(ending));
  const found = manifests.includes(chosen ?? '') ? [chosen] : manifests;
  const [only, second] = found;
  if (only === undefined) {
    throw graphicRefused([{ path: '', message: `there is no manifest: a file whose name ends with ${ending}` }]);
  }
  if (second !== undefined) {
    throw graphicRefused(manifests.map((path) => ({ path, message: oneOfSeveral(nameIn(all.get(path))) })));
  }
  if (only.split('/').length > 2) {
    throw graphicRefused([{ path: only, message: 'is too deep: the manifest is at the top, or in one folder there' }]);
  }
  return only;
}

function nameIn(bytes: Uint8Array | undefined): string {
  return Named.safeParse(parsedJson(new TextDecoder().decode(bytes))).data?.name ?? '';
}

function checked(path: string, bytes: Uint8Array): OgrafManifest {
  const result = OgrafManifest.safeParse(parsed(path, bytes));
  if (!result.success) {
    throw graphicRefused(
      schemaProblems(result.error.issues).map((problem) => ({
        path: problem.path === '' ? path : `${path}: ${problem.path}`,
        message: problem.message,
      })),
    );
  }
  const problems = [...ownProblems(result.data)];
  if (problems.length > 0) {
    throw graphicRefused(problems.map(({ steps, message }) => ({ path: manifestPath(path, steps), message })));
  }
  return result.data;
}

function parsed(path: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (thrown) {
    throw graphicRefused([{ path, message: `is not JSON: ${errorIn(thrown).message}` }]);
  }
}

/** Checks that the schema cannot express. */
function* ownProblems(manifest: OgrafManifest): Generator<{ steps: PropertyKey[]; message: string }> {
  const { supportsRealTime, customActions = [] } = manifest;
  if (!supportsRealTime) {
    yield { steps: ['supportsRealTime'], message: 'is false: this graphic cannot be played live' };
  }
  const ids = new Set<string>();
  for (const [at, { id }] of customActions.entries()) {
    if (ids.has(id)) yield { steps: ['customActions', at, 'id'], message: `"${id}" is the id of another action too` };
    ids.add(id);
  }
}

/** The package must declare an origin and the operator must allow its host, which stays closed to other packages. */
export function networkOf(
  { v_overlaydesk: own }: OgrafManifest,
  allowedHosts: readonly string[],
): { origin: string; allowed: boolean }[] {
  return (own?.network ?? []).map((origin) => ({
    origin: origin.toLowerCase(),
    allowed: allowedHosts.includes(new URL(origin).host),
  }));
}

export function networkWarnings({ v_overlaydesk: own, renderRequirements = [] }: OgrafManifest): string[] {
  const needed =
    renderRequirements.length > 0 && renderRequirements.every((each) => each.accessToPublicInternet?.exact === true);
  if (!needed || (own?.network ?? []).length > 0) return [];
  return ['asks for the public internet, which this player does not give: name each address in v_overlaydesk.network'];
}

export interface KeptManifest {
  path: string;
  main: string;
  warnings: ErrorDetail[];
  manifest: OgrafManifest;
}

export function keptManifest({ manifest }: { manifest: string }): KeptManifest {
  return JSON.parse(manifest) as KeptManifest;
}
