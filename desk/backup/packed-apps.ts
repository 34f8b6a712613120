import type { PackedApp } from '../../contract/desk-api/show-file.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { ConnectionPort, PackedMedia } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { type EmbeddedApps, embeddedContent, mainService, named } from './backup-content.ts';
import { createApp, deleteApp, readLoaded } from './content-copy.ts';
import { copyMedia, mediaIn, mediaOf, type MediaSource } from './media-copy.ts';

/** An app instance as it goes into a file, with the media that it names. */
export interface PackedContent {
  app: PackedApp;
  media: (PackedMedia & { name: string })[];
}

/** An app instance that was created from a file, and that the desk does not control yet. */
export interface UnpackedApp {
  /** The key of the one in the file. */
  from: string;
  name: string;
  /** The names of the media that it names and the file lacks. */
  left: string[];
  /** The key that it will have. Throws if {@link open} would throw now. */
  key(): string;
  /** Controls it from now on. */
  open(): void;
  /** Deletes it at the service, with its compositions. Its media stay there: something else may name them by now. */
  undo(): Promise<void>;
}

export interface PackedAppsPorts {
  clock: Clock;
  /** The direct route to a service. */
  connection: ConnectionPort;
  embedded(): EmbeddedApps;
}

/**
 * Reads the compositions that an app instance has loaded, with the media that they, their values and the show name. Rejects with `call-invalid` if the
 * desk may not read them.
 */
export async function packedApp(
  app: OpenApp,
  show: unknown,
  { clock }: Pick<PackedAppsPorts, 'clock'>,
): Promise<PackedContent> {
  const { target } = app;
  if (!target) throw new OverlayError('not-connected', `${app.name} is not connected, so it cannot be packed.`);
  const from = mainService(clock, app, target);
  try {
    const loaded = await readLoaded(from, target.token);
    const { names, read } = await mediaOf(from);
    // What its service does not have either cannot be packed; it is missing on air already.
    const paths = mediaIn([named(app, loaded), show]).filter((path) => names.has(path));
    return {
      app: {
        ...{ app: app.identity.key, name: app.name },
        compositions: loaded.map(({ name, outputs, content }) => ({ name, outputs, content })),
      },
      media: paths.map((path) => ({ path, name: names.get(path) ?? path, read: () => read(path) })),
    };
  } catch (thrown) {
    if (!(thrown instanceof OverlayError)) throw thrown;
    throw new OverlayError('call-invalid', `${app.name} cannot be packed. ${thrown.message}`);
  }
}

/**
 * Creates an app instance in the embedded service that has the packed compositions loaded. Rejects with `backup-refused` if that service cannot be reached.
 */
export async function unpackApp(
  { app: from, name, compositions }: PackedApp,
  media: MediaSource,
  { clock, connection, embedded }: PackedAppsPorts,
): Promise<UnpackedApp> {
  const to = await embeddedContent({ clock, connection, embedded });
  const left = await copyMedia(media, to, [compositions, ...media.names.keys()]);
  const loaded = compositions.map((composition, id) => ({ id, digest: '', ...composition }));
  const made = await createApp(to, loaded, name);
  return {
    ...{ from, name, left },
    key: () => embedded().embeddedKey(made.app.id),
    open: () => void embedded().addEmbeddedApp(made.app),
    undo: () => deleteApp(to, made),
  };
}
