import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import { createAppInstance, listAppInstances, loadComposition } from '../../contract/service-api/app-instances.ts';
import { createComposition, readContent, writeContent } from '../../contract/service-api/compositions.ts';
import { findFolders } from '../../contract/service-api/dashboard.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';

/** A service, together with an account of it. */
export interface ContentService {
  /** Its name within sentences: `the main`. */
  name: string;
  /** Calls an endpoint with the account. Rejects with the error of the service's answer. */
  call<E extends Endpoint>(endpoint: E, request: Call<E>): Promise<z.infer<E['answer']>>;
  /** The bytes at a path of the media address. Rejects if there are none. */
  media(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** The input of an endpoint. */
interface Call<E extends Endpoint> {
  params: z.input<E['params']>;
  body?: E['body'] extends z.ZodType ? z.input<E['body']> | File : never;
}

/** A copied composition: its id in the backup, and the digest of the main's content at that time. */
export interface ContentCopy {
  composition: number;
  digest: string;
}

/** The members of an app instance that are needed here. Other services may report less than ours. */
const ListedApps = z.array(
  z.looseObject({
    id: z.int(),
    name: z.string(),
    access_token: z.string().nullable(),
    outputs: z.array(z.looseObject({ composition: z.looseObject({ id: z.int(), name: z.string() }).optional() })),
  }),
);
type ListedApp = z.infer<typeof ListedApps>[number];
const listed = { ...listAppInstances, answer: ListedApps };
/** Read without checking: the service that it is written to decides whether it can be used. */
const anyContent = { ...readContent, answer: z.record(z.string(), z.unknown()) };
/** The members of a created object that are needed here. */
const made = z.looseObject({ id: z.int() });
const madeApp = made.extend({ name: z.string(), access_token: z.string(), onair_url: z.string() });

/** The composition that an app instance has loaded, and its name. */
export interface LoadedContent {
  name: string;
  content: Record<string, unknown>;
  digest: string;
}

/** Reads the composition of the app instance with this token. Rejects with `backup-refused` if none is loaded. */
export async function readLoaded(service: ContentService, token: string): Promise<LoadedContent> {
  const { composition } = await loadedIn(service, token);
  if (!composition) throw new OverlayError('backup-refused', `No composition is loaded in ${service.name}.`);
  const content = await service.call(anyContent, { params: { composition_id: String(composition.id) } });
  return { name: composition.name, content, digest: digestOf(content) };
}

/**
 * Writes a content into the backup, over the earlier copy if there is one, and loads it there. Loading takes everything
 * in that app instance off air.
 */
export async function installContent(
  { service, token, checkStandby }: { service: ContentService; token: string; checkStandby: () => void },
  loaded: LoadedContent,
  before: ContentCopy | null,
): Promise<ContentCopy> {
  const { app } = await loadedIn(service, token);
  const composition = await store(service, loaded, before);
  checkStandby();
  await service.call(loadComposition, {
    params: { app_instance_id: String(app.id) },
    body: { refId: String(composition) },
  });
  return { composition, digest: loaded.digest };
}

/** An app instance that was created as a backup. */
export interface MadeApp {
  id: number;
  name: string;
  token: string;
  onairUrl: string;
}

/** Creates an app instance that has a content loaded. */
export async function createBackupApp(
  service: ContentService,
  loaded: LoadedContent,
  name: string,
): Promise<{ app: MadeApp; copied: ContentCopy }> {
  const composition = await store(service, loaded, null);
  const app = await service.call(
    { ...createAppInstance, answer: madeApp },
    {
      params: {},
      body: {
        folder: await rootOf(service),
        name,
        // The template of a plain app instance, which the specification requires.
        apptemplate_id: '57',
        apptemplate_version_status: 'published',
        compositionList: [{ name: loaded.name, refId: String(composition) }],
        shareurl: '1',
      },
    },
  );
  const { id, access_token: token, onair_url: onairUrl } = app;
  return { app: { id, name: app.name, token, onairUrl }, copied: { composition, digest: loaded.digest } };
}

/**
 * How the two contents have drifted apart since the copy, in sentences, as far as the services report what they store.
 */
export async function contentDrift(
  main: { service: ContentService; token: string },
  backup: { service: ContentService; token: string },
  copied: ContentCopy | null,
): Promise<string[]> {
  if (!copied) return [];
  const [loaded, { composition }] = await Promise.all([
    readLoaded(main.service, main.token),
    loadedIn(backup.service, backup.token),
  ]);
  const drift: string[] = [];
  if (loaded.digest !== copied.digest) drift.push(`The composition ${loaded.name} was changed since it was copied.`);
  if (composition?.id !== copied.composition) drift.push('The backup has another composition loaded than the copy.');
  return drift;
}

async function store(
  service: ContentService,
  { name, content }: LoadedContent,
  before: ContentCopy | null,
): Promise<number> {
  if (before && (await written(service, before.composition, content))) return before.composition;
  const body = { name, folder: await rootOf(service) };
  const { id } = await service.call({ ...createComposition, answer: made }, { params: {}, body });
  if (await written(service, id, content)) return id;
  throw new OverlayError(
    'backup-refused',
    `The composition cannot be written into ${service.name}. Install it there by hand.`,
  );
}

/** Writes a content into a composition. Returns false if there is no such composition. */
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

async function loadedIn(
  service: ContentService,
  token: string,
): Promise<{ app: ListedApp; composition?: { id: number; name: string } }> {
  const app = (await service.call(listed, { params: {} })).find((one) => one.access_token === token);
  if (!app) throw new OverlayError('backup-refused', `The account of ${service.name} does not have this app instance.`);
  const composition = app.outputs.find((output) => output.composition)?.composition;
  return { app, ...(composition && { composition }) };
}

async function rootOf(service: ContentService): Promise<string> {
  const [folder] = await service.call(findFolders, { params: { path: '/' } });
  if (folder === undefined) throw new OverlayError('backup-refused', `The account has no folder in ${service.name}.`);
  return folder;
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
