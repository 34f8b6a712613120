import type { PackedApp } from '../../contract/desk-api/show-file.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { PackedMedia } from '../ports.ts';
import type { Ground } from '../ground.ts';
import type { Clock } from '../../contract/clock.ts';
import { type EmbeddedApps, embeddedContent, mainService, named } from './backup-content.ts';
import { createApp, deleteApp, readLoaded } from './content-copy.ts';
import { copyMedia, mediaIn, mediaOf, type MediaSource } from './media-copy.ts';

export interface PackedContent {
  app: PackedApp;
  media: (PackedMedia & { name: string })[];
}

/** A created app instance that the desk does not control yet. */
export interface UnpackedApp {
  /** The app key in the file. */
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
 * Includes media referenced by compositions, values and the show. Rejects with `call-invalid` if the desk may not read
 * them.
 */
export async function packedApp(app: OpenApp, show: unknown, clock: Clock): Promise<PackedContent> {
  const { target } = app;
  if (!target) throw new OverlayError('not-connected', `${app.name} is not connected, so it cannot be packed.`);
  const from = mainService(clock, app, target);
  try {
    const loaded = await readLoaded(from, target.token);
    const { names, read } = await mediaOf(from);
    // Media that the service lacks cannot be packed, and are already missing on air.
    const paths = mediaIn([named(app, loaded), show]).filter((path) => names.has(path));
    return {
      app: {
        app: app.identity.key,
        name: app.name,
        compositions: loaded.map(({ name, outputs, content }) => ({ name, outputs, content })),
      },
      media: paths.map((path) => ({ path, name: names.get(path) ?? path, read: () => read(path) })),
    };
  } catch (thrown) {
    if (!(thrown instanceof OverlayError)) throw thrown;
    throw new OverlayError('call-invalid', `${app.name} cannot be packed. ${thrown.message}`);
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
  const loaded = compositions.map((composition, id) => ({ id, digest: '', ...composition }));
  const made = await createApp(to, loaded, name);
  return {
    from,
    name,
    left,
    key: () => embedded.embeddedKey(made.app.id),
    open: () => void embedded.addEmbeddedApp(made.app),
    undo: () => deleteApp(to, made),
  };
}
