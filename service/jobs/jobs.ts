import { randomUUID } from 'node:crypto';
import type { ErrorDetail } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusal.ts';
import type { ValueLimits } from '../../contract/model/value-limits.ts';
import { bodyChecker, type BodyLimits } from '../../contract/json-body.ts';
import { compositionOf, storedSubCompositions } from '../../scene/content/content.ts';
import { checkContent, lengthProblems, readStored, refuseCostly } from '../../scene/content/content-check.ts';
import { withFreshIds } from '../../scene/content/fresh-ids.ts';
import { checkPackage } from '../../scene/ograf/package.ts';
import { checkContent as checkContentEndpoint } from '../../contract/service-api/authoring.ts';
import { updateFirstControl } from '../../contract/service-api/app-instances.ts';
import { updateControl } from '../../contract/service-api/controlapps.ts';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { assetKind, pictureHeader } from '../domain/asset-kind.ts';
import { type HeldComposition, heldComposition } from '../domain/held-composition.ts';
import { type FormBody, readForm } from '../domain/form.ts';
import { inPieces, type ReadUpdate } from '../domain/update-pieces.ts';
import { readZip } from '../graphics/zip.ts';
import { lenientReader } from '../http/lenient-body.ts';
import { type PurgedParts, unusedParts } from '../store/sqlite/unused-parts.ts';

interface GivenBody {
  bytes: Uint8Array | undefined;
  limits: BodyLimits & ValueLimits;
}

/** The bytes are transferred to the job and return with the answer. */
interface JobFile {
  file: Uint8Array;
}

const mostProblems = 100;

export interface NamedParts {
  assets: string[];
  graphics: string[];
}

/** Client-controlled work in a separate thread: jobs exchange plain data and throw errors of the table. */
export const jobs = {
  /** Throws if the content cannot be stored. */
  content({ bytes, limits }: GivenBody): void {
    const content = bodyChecker(CompositionContent, limits, refuseCostly)(bytes) as CompositionContent;
    const problems = lengthProblems(content, compositionOf(content), limits);
    if (problems.length > 0) throw refusal(problems);
  },

  /** `missing`: named parts that are not installed. */
  contentCheck({ bytes, limits, missing }: GivenBody & { missing: NamedParts }): { text: string; named: NamedParts } {
    const [assets, graphics] = [new Set<string>(), new Set<string>()];
    const value = bodyChecker(checkContentEndpoint.body, limits)(bytes);
    const installed = { asset: lookUp(assets, missing.assets), graphic: lookUp(graphics, missing.graphics) };
    const answer = checkContent(value, installed, limits);
    return { text: JSON.stringify(answer), named: { assets: [...assets], graphics: [...graphics] } };
  },

  composition({ file }: JobFile): { composition: HeldComposition } | { problems: ErrorDetail[] } {
    const read = readStored(decoded(file));
    return 'composition' in read
      ? { composition: heldComposition(read.composition) }
      : { problems: read.problems.slice(0, mostProblems) };
  },

  /** Row 18. */
  subCompositions: ({ file }: JobFile): ReturnType<typeof storedSubCompositions> =>
    storedSubCompositions(JSON.parse(decoded(file)) as CompositionContent),

  /** Row 19 with `?ids=new`. */
  freshIds: ({ file }: JobFile): string => withFreshIds(JSON.parse(decoded(file)) as CompositionContent, randomUUID),

  form: ({ file, type }: JobFile & { type: string }): Promise<FormBody> => readForm(file, type),

  graphic: async ({ file, manifest }: JobFile & { manifest?: string | undefined }): ReturnType<typeof checkPackage> =>
    checkPackage(await readZip(file), manifest),

  asset({ file }: JobFile): JobFile & { kind: ReturnType<typeof assetKind> } {
    return { file, kind: assetKind(file) };
  },

  unusedParts: ({ database }: { database: string }): PurgedParts => unusedParts(database),

  update({ bytes, limits, isFirst }: GivenBody & { isFirst: boolean }): ReadUpdate {
    const { items, leftOut } = lenientReader((isFirst ? updateFirstControl : updateControl).body, limits)(bytes);
    return { pieces: inPieces(items, isFirst), leftOut };
  },

  picture({ file }: JobFile): JobFile & { header: ReturnType<typeof pictureHeader> } {
    return { file, header: pictureHeader(file) };
  },
};

const decoded = (utf8: Uint8Array): string => new TextDecoder().decode(utf8);

function lookUp(noted: Set<string>, missing: readonly string[]): (id: string) => boolean {
  const gone = new Set(missing);
  return (id) => {
    noted.add(id);
    return !gone.has(id);
  };
}

export type JobName = keyof typeof jobs;
export type JobGiven<Name extends JobName> = Parameters<(typeof jobs)[Name]>[0];
export type JobResult<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>;
