import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import { createAppInstance, listAppInstances, loadComposition } from '../../contract/service-api/app-instances.ts';
import { createComposition, readContent, writeContent } from '../../contract/service-api/compositions.ts';
import { findFolders } from '../../contract/service-api/dashboard.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';

/** A service with an account of it. */
export interface ContentService {
  /** How it is called in sentences: `the main`. */
  name: string;
  /** Call an endpoint with the account. Rejects with what the service answered. */
  call<E extends Endpoint>(endpoint: E, request: Call<E>): Promise<z.infer<E['answer']>>;
  /** The bytes at a path of its media address. Rejects where there are none. */
  media(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** What an endpoint is called with. */
export interface Call<E extends Endpoint> {
  params: z.input<E['params']>;
  body?: E['body'] extends z.ZodType ? z.input<E['body']> | File : never;
}

/** A composition that was copied: its id in the backup, and what the main held then. */
export interface ContentCopy {
  composition: number;
  digest: string;
}

/** What is needed of an app instance; a service elsewhere may say less than ours does. */
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
/** As it is: the place that it is written to says whether it can be used there. */
const anyContent = { ...readContent, answer: z.record(z.string(), z.unknown()) };
/** What is needed of something that was made. */
const made = z.looseObject({ id: z.int() });
const madeApp = made.extend({ name: z.string(), access_token: z.string(), onair_url: z.string() });

/** The content of the composition that an app instance holds, with its name. */
export interface LoadedContent {
  name: string;
  content: Record<string, unknown>;
  digest: string;
}

/** Read what the app instance with this token is made of. Rejects with `backup-refused` where it holds nothing. */
export async function readLoaded(place: ContentService, token: string): Promise<LoadedContent> {
  const { composition } = await loadedIn(place, token);
  if (!composition) throw new OverlayError('backup-refused', `There is no composition loaded in ${place.name}.`);
  const content = await place.call(anyContent, { params: { composition_id: String(composition.id) } });
  return { name: composition.name, content, digest: digestOf(content) };
}

/**
 * Bring a content into the backup and load it there: over the copy that was made before, else as a new composition. What
 * the app instance showed goes off, as with every loading.
 */
export async function installContent(
  { place, token, standsBy }: { place: ContentService; token: string; standsBy: () => void },
  loaded: LoadedContent,
  before: ContentCopy | null,
): Promise<ContentCopy> {
  const { app } = await loadedIn(place, token);
  const composition = await store(place, loaded, before);
  standsBy();
  await place.call(loadComposition, {
    params: { app_instance_id: String(app.id) },
    body: { refId: String(composition) },
  });
  return { composition, digest: loaded.digest };
}

/** An app instance that was made to be a backup. */
export interface MadeApp {
  id: number;
  name: string;
  token: string;
  onairUrl: string;
}

/** Make an app instance that holds a content. */
export async function createBackupApp(
  place: ContentService,
  loaded: LoadedContent,
  name: string,
): Promise<{ app: MadeApp; copied: ContentCopy }> {
  const composition = await store(place, loaded, null);
  const app = await place.call(
    { ...createAppInstance, answer: madeApp },
    {
      params: {},
      body: {
        folder: await rootOf(place),
        name,
        // The template of a plain app instance; the specification wants some.
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

/** In what the contents are not the same any more, in sentences: as far as the services tell what is stored in them. */
export async function contentDrift(
  main: { place: ContentService; token: string },
  backup: { place: ContentService; token: string },
  copied: ContentCopy | null,
): Promise<string[]> {
  if (!copied) return [];
  const [loaded, { composition }] = await Promise.all([
    readLoaded(main.place, main.token),
    loadedIn(backup.place, backup.token),
  ]);
  const said: string[] = [];
  if (loaded.digest !== copied.digest) said.push(`The composition ${loaded.name} was changed since it was copied.`);
  if (composition?.id !== copied.composition) said.push('The backup has another composition loaded than the copy.');
  return said;
}

async function store(
  place: ContentService,
  { name, content }: LoadedContent,
  before: ContentCopy | null,
): Promise<number> {
  if (before && (await written(place, before.composition, content))) return before.composition;
  const body = { name, folder: await rootOf(place) };
  const { id } = await place.call({ ...createComposition, answer: made }, { params: {}, body });
  if (await written(place, id, content)) return id;
  throw new OverlayError('backup-refused', `${place.name} takes no content. Install the composition there by hand.`);
}

/** Whether a composition is there and holds the content now. */
async function written(place: ContentService, id: number, content: Record<string, unknown>): Promise<boolean> {
  try {
    const body = content as z.input<typeof writeContent.body>;
    await place.call(writeContent, { params: { composition_id: String(id) }, body });
    return true;
  } catch (thrown) {
    if (thrown instanceof OverlayError && thrown.code === 'id-unknown') return false;
    throw thrown;
  }
}

async function loadedIn(
  place: ContentService,
  token: string,
): Promise<{ app: ListedApp; composition?: { id: number; name: string } }> {
  const app = (await place.call(listed, { params: {} })).find((one) => one.access_token === token);
  if (!app) throw new OverlayError('backup-refused', `The account does not have the app instance in ${place.name}.`);
  const composition = app.outputs.find((output) => output.composition)?.composition;
  return { app, ...(composition && { composition }) };
}

async function rootOf(place: ContentService): Promise<string> {
  const [folder] = await place.call(findFolders, { params: { path: '/' } });
  if (folder === undefined) throw new OverlayError('backup-refused', `The account has no folder in ${place.name}.`);
  return folder;
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
