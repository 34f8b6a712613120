import { texts } from '../../contract/texts/texts.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import {
  createAppInstance,
  deleteAppInstance,
  listAppInstances,
  listOutputs,
  loadComposition,
  readLoadedContents,
  unloadComposition,
} from '../../contract/service-api/app-instances.ts';
import {
  createComposition,
  deleteComposition,
  readContent,
  writeContent,
} from '../../contract/service-api/compositions.ts';
import { findFolders } from '../../contract/service-api/dashboard.ts';
import { usualValueLimits } from '../../contract/model/value-limits.ts';
import { type ContentService, ofServiceWithout } from './content-service.ts';
import { graphicsIn, lackingGraphics } from './graphic-copy.ts';

export interface ContentCopy {
  of: number;
  composition: number;
  digest: string;
}

/** Only the required fields; other services may report less than ours. */
const ListedApps = z.array(
  z.looseObject({
    id: z.int(),
    name: z.string(),
    access_token: z.string().nullable(),
    outputs: z.array(
      z.looseObject({
        name: z.string().optional(),
        composition: z.looseObject({ id: z.int(), name: z.string() }).optional(),
      }),
    ),
  }),
);
type AppWithOutputs = z.infer<typeof ListedApps>[number];
const listed = { ...listAppInstances, answer: ListedApps };
const outputsOf = { ...listOutputs, answer: z.array(z.looseObject({ id: z.string() })) };
/** Not checked: the receiving service decides whether it can be used. */
const anyContent = { ...readContent, answer: z.record(z.string(), z.unknown()) };
const loadedContents = { ...readLoadedContents, answer: z.array(anyContent.answer) };
const made = z.looseObject({ id: z.int() });
const madeApp = made.extend({ name: z.string(), access_token: z.string(), onair_url: z.string() });

export interface LoadedContent {
  id: number;
  name: string;
  content: Record<string, unknown>;
  digest: string;
  /** Positions of the outputs that show it, from 0. */
  outputs: number[];
  /** The names of these outputs, as far as the service says. */
  outputNames?: readonly (string | undefined)[];
}

/** Lists compositions in the order of the outputs. Rejects with `backup-refused` if none is loaded. */
export async function readLoaded(service: ContentService, token: string): Promise<LoadedContent[]> {
  const { id: app, outputs } = await appOf(service, token);
  const shown = outputs.flatMap(({ name: output, composition }, at) =>
    composition ? { ...composition, output, at } : [],
  );
  if (shown.length === 0) throw new OverlayError('backup-refused', texts.backup.noComposition(service.name));
  const compositions = [...Map.groupBy(shown, ({ id }) => id)];
  // What was saved since is not on air.
  const loaded = await service
    .call(loadedContents, { params: { app_instance_id: String(app) } })
    .catch(ofServiceWithout<Record<string, unknown>[]>([]));
  const read = compositions.map(async ([id, on], at): Promise<LoadedContent> => {
    const saved = () => service.call(anyContent, { params: { composition_id: String(id) } });
    const content = loaded[at] ?? (await saved());
    const places = { outputs: on.map(({ at }) => at), outputNames: on.map(({ output }) => output) };
    return { id, name: on[0]?.name ?? '', content, digest: digestOf(content), ...places };
  });
  return Promise.all(read);
}

/** Writes contents into the backup over earlier copies. Loading takes everything in that app off air. */
export async function installContent(
  { service, token, checkStandby }: { service: ContentService; token: string; checkStandby: () => void },
  all: readonly LoadedContent[],
  before: readonly ContentCopy[],
): Promise<ContentCopy[]> {
  const app = await appOf(service, token);
  const unshown = all.find(({ outputs }) => outputs.every((at) => at >= app.outputs.length));
  if (unshown && all.length > 1) throw new OverlayError('backup-refused', texts.backup.noOutputFor(unshown.name));
  const copies: ContentCopy[] = [];
  for (const loaded of all) {
    const earlier = before.find(({ of }) => of === loaded.id);
    copies.push(await storedCopy(service, backupCopy(loaded), earlier));
  }
  checkStandby();
  await load(service, app.id, { all, copies });
  return copies;
}

async function load(
  service: ContentService,
  app: number,
  { all, copies }: { all: readonly LoadedContent[]; copies: readonly ContentCopy[] },
): Promise<void> {
  const params = { app_instance_id: String(app) };
  const body = (at: number): { refId: string } => ({ refId: String(copies[at]?.composition) });
  // Every service can load one composition into every output.
  if (copies.length === 1) return void (await service.call(loadComposition, { params, body: body(0) }));
  // An earlier copy on another output would have sub-compositions with the same ids.
  await service.call(unloadComposition, { params });
  const outputs = await service.call(outputsOf, { params });
  for (const [at, { outputs: places }] of all.entries()) {
    for (const place of places) {
      const output = outputs[place]?.id;
      if (output !== undefined) await service.call(loadComposition, { params: { ...params, output }, body: body(at) });
    }
  }
}

export interface MadeApp {
  id: number;
  name: string;
  token: string;
  onairUrl: string;
}

/**
 * Creates an app instance with these contents on as many outputs as in the source. Leaves nothing behind on rejection.
 */
export async function createApp(
  service: ContentService,
  all: readonly LoadedContent[],
  name: string,
): Promise<{ app: MadeApp; copied: ContentCopy[] }> {
  const copied: ContentCopy[] = [];
  try {
    for (const loaded of all) copied.push(await storedCopy(service, loaded, undefined));
    const body = {
      folder: await rootOf(service),
      name,
      // The template of a plain app instance, required by the specification.
      apptemplate_id: '57',
      apptemplate_version_status: 'published' as const,
      ...loadedInto(all, copied),
      shareurl: '1' as const,
    };
    const app = await service.call({ ...createAppInstance, answer: madeApp }, { params: {}, body });
    const { id, access_token: token, onair_url: onairUrl } = app;
    return { app: { id, name: app.name, token, onairUrl }, copied };
  } catch (thrown) {
    await deleteCompositions(service, copied).catch(unheard);
    throw thrown;
  }
}

export async function deleteApp(
  service: ContentService,
  { app, copied }: { app: MadeApp; copied: readonly ContentCopy[] },
): Promise<void> {
  await service.call(deleteAppInstance, { params: { app_instance_id: String(app.id) } });
  await deleteCompositions(service, copied);
}

async function deleteCompositions(
  service: ContentService,
  all: readonly Pick<ContentCopy, 'composition'>[],
): Promise<void> {
  for (const { composition: id } of all) {
    await service.call(deleteComposition, { params: { composition_id: String(id) } });
  }
}

/** Ignores a leftover composition, which no app has loaded, so that the original refusal is reported. */
function unheard(thrown: unknown): void {
  if (!(thrown instanceof OverlayError)) throw thrown;
}

interface ContentSide {
  service: ContentService;
  token: string;
}

function differences(main: readonly LoadedContent[], backup: readonly LoadedContent[]): string[] {
  const isOn = ({ outputs }: LoadedContent, places: readonly number[]): boolean =>
    outputs.some((at) => places.includes(at));
  return main.flatMap(({ name, digest, outputs }) =>
    backup.some((other) => other.digest === digest && isOn(other, outputs))
      ? []
      : [texts.backup.compositionDiffers(name)],
  );
}

/** Describes the drift since the copy, or without a copy the differences, as far as services report their content. */
export async function contentDrift(
  main: ContentSide,
  backup: ContentSide,
  copied: readonly ContentCopy[],
): Promise<string[]> {
  const all = await readLoaded(main.service, main.token);
  const lacking = await lackingGraphics(graphicsIn(all), backup.service);
  const packages = lacking.map(({ name }) => texts.backup.lacksPackage(name));
  if (copied.length === 0) {
    return [...differences(all, await readLoaded(backup.service, backup.token)), ...packages];
  }
  const { outputs } = await appOf(backup.service, backup.token);
  const there = new Set(outputs.map(({ composition }) => composition?.id));
  const drift = all.flatMap(({ id, name, digest }): string[] => {
    const copy = copied.find(({ of }) => of === id);
    if (!copy) return [texts.backup.compositionNotCopied(name)];
    if (copy.digest !== digest) return [texts.backup.compositionChanged(name)];
    return [];
  });
  const isThere = copied.every(({ composition }) => there.has(composition));
  return [...drift, ...(isThere ? [] : [texts.backup.otherComposition]), ...packages];
}

/** Fields that load one composition into every output, or each into its own. */
function loadedInto(
  all: readonly LoadedContent[],
  copied: readonly ContentCopy[],
): Pick<z.input<typeof createAppInstance.body>, 'compositionList' | 'outputList'> {
  const compositionList = all.map(({ name }, at) => ({ name, refId: String(copied[at]?.composition) }));
  if (all.length === 1) return { compositionList };
  const places = all.flatMap(({ outputs, outputNames = [] }, at) =>
    outputs.map((place, nth) => ({ place, at, name: outputNames[nth] ?? texts.backup.output(place + 1) })),
  );
  const outputList = places
    .sort((one, other) => one.place - other.place)
    .map(({ name, at }) => ({ name, defaultComposition: at }));
  return { compositionList, outputList };
}

/** A copy has a name of its own, because both can be in the list of one service. */
export function backupCopy(loaded: LoadedContent): LoadedContent {
  const { name } = loaded;
  const named = texts.backup.compositionOf(name).slice(0, Math.max(name.length, usualValueLimits.maxName));
  return { ...loaded, name: named };
}

/** Writes over the earlier copy, if it still exists. */
async function storedCopy(
  service: ContentService,
  { id: of, name, content, digest }: LoadedContent,
  before: ContentCopy | undefined,
): Promise<ContentCopy> {
  if (before && (await written(service, before.composition, content))) return { ...before, digest };
  const body = { name, folder: await rootOf(service) };
  const { id } = await service.call({ ...createComposition, answer: made }, { params: {}, body });
  try {
    if (await written(service, id, content)) return { of, composition: id, digest };
  } catch (thrown) {
    await deleteCompositions(service, [{ composition: id }]).catch(unheard);
    throw thrown;
  }
  throw new OverlayError('backup-refused', texts.backup.cannotWrite(service.name));
}

/** Returns false if the composition does not exist. */
async function written(service: ContentService, id: number, content: Record<string, unknown>): Promise<boolean> {
  try {
    const body = content as z.input<typeof writeContent.body>;
    await service.call(writeContent, { params: { composition_id: String(id) }, body });
    return true;
  } catch (thrown) {
    if (thrown instanceof OverlayError && thrown.code === 'id-unknown') return false;
    throw thrown;
  }
}

/** Rejects with `backup-refused` if the account has no such app instance. */
async function appOf(service: ContentService, token: string): Promise<AppWithOutputs> {
  const app = (await service.call(listed, { params: {} })).find((one) => one.access_token === token);
  if (app) return app;
  throw new OverlayError('backup-refused', texts.backup.accountLacksInstance(service.name));
}

async function rootOf(service: ContentService): Promise<string> {
  const [folder] = await service.call(findFolders, { params: { path: '/' } });
  if (folder === undefined) throw new OverlayError('backup-refused', texts.backup.accountLacksFolder(service.name));
  return folder;
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
