import { texts } from '../../contract/texts/texts.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import type { OpenApp, AppTarget } from '../app/open-app.ts';
import type { BackupPair } from './backup-pair.ts';
import {
  backupCopy,
  contentDrift,
  type ContentCopy,
  type LoadedContent,
  installContent,
  createApp,
  type MadeApp,
  readLoaded,
  deleteApp,
} from './content-copy.ts';
import {
  type ContentService,
  copyMedia,
  mediaOf,
  contentService,
  mediaIn,
  type MediaSource,
} from './content-service.ts';
import { copyGraphics, graphicsIn, packagesIn, packagesOf, packGraphics, type UsedGraphic } from './graphic-copy.ts';
import type { Ground } from '../ground.ts';
import type { Account, PackedMedia } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { PackedApp, SourceFile } from '../../contract/desk-api/show-file.ts';

export interface EmbeddedApps {
  /** Undefined while the service is not running or the account is unknown. */
  reachEmbedded(): Promise<{ base: string; account: Account } | undefined>;
  /** The key of a newly created app instance. Throws if {@link addEmbeddedApp} would throw now. */
  embeddedKey(app: number): string;
  /** Controls a newly created app instance. Returns the key of the app. */
  addEmbeddedApp(app: MadeApp): string;
}

/** Creates an app instance in the embedded service with a copy of an app's compositions. */
export async function makeBackupOf(
  app: OpenApp,
  { ground, embedded, show }: { ground: Ground; embedded: EmbeddedApps; show: unknown },
): Promise<{ key: string; copied: ContentCopy[]; progress: string }> {
  const { target } = app;
  if (!target) throw new OverlayError('not-connected');
  const to = await embeddedContent(ground, embedded);
  const from = mainService(ground.clock, app, target);
  const loaded = await readLoaded(from, target.token);
  const left = await copyMedia(await mediaOf(from), to, [named(app, loaded), show]);
  const lacking = await copyGraphics(graphicsIn(loaded), packagesOf(from), to);
  const { app: made, copied } = await createApp(to, loaded.map(backupCopy), texts.backup.compositionOf(app.name));
  return { key: embedded.addEmbeddedApp(made), copied, progress: leftOut(left, lacking) };
}

/** Copies the compositions of the main into the backup. Rejects with `backup-refused`. */
export async function copyContent(
  pair: BackupPair,
  show: unknown,
  { clock, knownError }: { clock: Clock; knownError: KnownError },
): Promise<void> {
  const [main, backup] = [pair.target('main'), pair.target('backup')];
  checkStandby(pair);
  if (!main || !backup) throw new OverlayError('backup-refused', texts.backup.bothConnected);
  pair.content = { progress: texts.backup.copying };
  try {
    const [from, to] = [mainService(clock, pair.active, main), contentService(clock, texts.backup.theBackup, backup)];
    const loaded = await readLoaded(from, main.token);
    const left = await copyMedia(await mediaOf(from), to, [named(pair.active, loaded), show]);
    const lacking = await copyGraphics(graphicsIn(loaded), packagesOf(from), to);
    const into = { service: to, token: backup.token, checkStandby: () => checkStandby(pair) };
    pair.set({ copied: await installContent(into, loaded, pair.settings.copied) });
    pair.startMirroring();
    pair.content = {
      progress: leftOut(left, lacking),
      drift: lacking.map(({ name }) => texts.backup.lacksPackage(name)),
    };
  } catch (thrown) {
    const { message } = knownError(thrown);
    pair.content = { progress: texts.backup.notCopied(message) };
    throw new OverlayError('backup-refused', message);
  }
}

/** Refuses unless the backup is standby. Loading a composition takes everything off air. */
function checkStandby({ settings, active }: BackupPair): void {
  if (settings.inUse === 'main' && active.backup?.state !== 'moving') return;
  throw new OverlayError('backup-refused', texts.backup.onAir);
}

/** As the sheet of the pair calls it. */
export function standbyName({ settings }: BackupPair): string {
  return settings[settings.inUse === 'main' ? 'backup' : 'main'].name;
}

/** Copies files from the active side that the standby lacks. Returns the names of files that failed. */
export async function copyFiles(pair: BackupPair, naming: unknown, clock: Clock): Promise<string[]> {
  const { active, standby } = pair;
  const { target } = active;
  if (mediaIn(naming).length === 0 || !target) return [];
  if (!standby.target) throw new OverlayError('not-connected');
  const from = contentService(clock, active.name, { ...target, media: active.state.confirmed.app?.mediaUrl });
  return copyMedia(await mediaOf(from), contentService(clock, standbyName(pair), standby.target), naming);
}

/** Checks in the background whether both sides have the same compositions, if both services are readable. */
export async function checkContent(pair: BackupPair, clock: Clock, knownError: KnownError): Promise<void> {
  const [main, backup] = [pair.target('main'), pair.target('backup')];
  const { copied } = pair.settings;
  if (!main?.account || !backup?.account) return;
  const drift = await contentDrift(
    { service: contentService(clock, texts.backup.theMain, main), token: main.token },
    { service: contentService(clock, texts.backup.theBackup, backup), token: backup.token },
    copied,
  ).catch(knownError);
  if (!(drift instanceof OverlayError)) pair.content = { drift };
}

/** Rejects with `backup-refused` if the embedded service cannot be reached. */
async function embeddedContent({ clock, outside }: Ground, embedded: EmbeddedApps): Promise<ContentService> {
  const reach = await embedded.reachEmbedded();
  if (!reach) throw new OverlayError('backup-refused', texts.backup.noOwnService);
  const { base, account } = reach;
  return contentService(clock, texts.backup.ownService, {
    base,
    connection: outside.connection,
    account: () => Promise.resolve(account),
  });
}

function mainService(clock: Clock, app: OpenApp, target: AppTarget): ContentService {
  return contentService(clock, texts.backup.theMain, { ...target, media: app.state.confirmed.app?.mediaUrl });
}

/** Everything that may refer to media: the content and the current values. */
export function named({ state: { confirmed } }: OpenApp, all: readonly LoadedContent[]): unknown {
  return [...all.map(({ content }) => content), [...confirmed.ids].map((id) => confirmed.get(id)?.payload)];
}

function leftOut(files: readonly string[], graphics: readonly UsedGraphic[]): string {
  const byHand = files.length === 0 ? [] : [texts.backup.copyByHand(files.join(', '))];
  const names = graphics.map(({ name }) => name).join(', ');
  return [...byHand, ...(names ? [texts.backup.packagesNotCopied(names)] : [])].join(' ');
}

interface PackedContent {
  app: PackedApp;
  media: (PackedMedia & { name: string })[];
  /** Packages of graphics that the service does not give. */
  left: SourceFile[];
}

/** A created app instance that the desk does not control yet. */
export interface UnpackedApp {
  from: string;
  name: string;
  left: string[];
  /** The future key. Throws if {@link open} would throw now. */
  key(): string;
  open(): void;
  /** Deletes the app and its compositions at the service. Media stay, because other content may use them. */
  undo(): Promise<void>;
}

/**
 * Includes media referenced by compositions, values and the show, and packages of graphics. Rejects with `call-invalid` if the desk may not read
 * them.
 */
export async function packedApp(app: OpenApp, show: unknown, clock: Clock): Promise<PackedContent> {
  const { target } = app;
  if (!target) throw new OverlayError('not-connected', texts.backup.cannotPackLost(app.name));
  const from = mainService(clock, app, target);
  try {
    const loaded = await readLoaded(from, target.token);
    const { names, read } = await mediaOf(from);
    // Media that the service lacks cannot be packed, and are already missing on air.
    const paths = mediaIn([named(app, loaded), show]).filter((path) => names.has(path));
    const graphics = await packGraphics(graphicsIn(loaded), packagesOf(from));
    return {
      app: {
        app: app.identity.key,
        name: app.name,
        compositions: loaded.map(({ name, outputs, content }) => ({ name, outputs, content })),
      },
      media: [
        ...paths.map((path) => ({ path, name: names.get(path) ?? path, read: () => read(path) })),
        ...graphics.media,
      ],
      left: graphics.left.map(({ name }) => {
        return { source: app.name, path: texts.backup.packageOf(name), problem: texts.backup.packageNotGiven };
      }),
    };
  } catch (thrown) {
    if (!(thrown instanceof OverlayError)) throw thrown;
    throw new OverlayError('call-invalid', texts.backup.cannotPack(app.name, thrown.message));
  }
}

/** Loads the packed compositions in a new app. Rejects with `backup-refused` if the service cannot be reached. */
export async function unpackApp(
  { app: from, name, compositions }: PackedApp,
  media: MediaSource,
  { ground, embedded }: { ground: Ground; embedded: EmbeddedApps },
): Promise<UnpackedApp> {
  const to = await embeddedContent(ground, embedded);
  const left = await copyMedia(media, to, [compositions, ...media.names.keys()]);
  const graphics = await copyGraphics(graphicsIn(compositions), packagesIn(media), to);
  const loaded = compositions.map((composition, id) => ({ id, digest: '', ...composition }));
  const made = await createApp(to, loaded, name);
  return {
    from,
    name,
    left: [...left, ...graphics.map((graphic) => texts.backup.packageOf(graphic.name))],
    key: () => embedded.embeddedKey(made.app.id),
    open: () => void embedded.addEmbeddedApp(made.app),
    undo: () => deleteApp(to, made),
  };
}
