import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { uploadAsset } from '../contract/service-api/assets.ts';
import { firstEmail } from '../service/accounts/first-user.ts';
import { jsonLog } from '../service/log.ts';
import { openService, type RunningService } from '../service/service.ts';
import { mediaIn } from './bundle.ts';
import { linesOf } from './check-files.ts';
import { followFile, type FileShown } from './follow-file.ts';
import { openPreviewServer } from './preview-server.ts';
import { RemoteService } from './remote-service.ts';

/** What a preview needs. `print` and `warn` are told what is worth knowing. */
export interface PreviewOptions {
  file: string;
  /** 0: any that is free. */
  port: number;
  /** The built on-air page. */
  outputPage: string;
  demoMedia: string;
  warn: (line: string) => void;
}

/** A preview that is open. */
export interface Preview {
  url: string;
  close(): Promise<void>;
}

/**
 * Show a file on a page of this machine, and again whenever it is saved. A service of its own, with data that are gone
 * afterwards, draws it and holds its media: those of an unpacked bundle, from the folder `media` beside the file.
 */
export async function openPreview(options: PreviewOptions): Promise<Preview> {
  const { file, port, outputPage, demoMedia, warn } = options;
  const data = await mkdtemp(join(tmpdir(), 'overlay-preview-'));
  const removeData = (): Promise<void> => rm(data, { recursive: true, force: true });
  const password = randomBytes(18).toString('base64url');
  const log = jsonLog(() => undefined, Date.now);
  const parts = { port: 0, data, outputPage, demoMedia, log, firstUser: { email: firstEmail, password } };
  const service = await openService(parts).catch((thrown: unknown) => failed(thrown, removeData));
  const stop = async (): Promise<void> => {
    await service.close();
    await removeData();
  };
  const server = await openPreviewServer(port, service.mediaUrl).catch((thrown: unknown) => failed(thrown, stop));
  const media = new BesideMedia(file, new RemoteService({ service: service.url, email: firstEmail, password }));
  const unfollow = followFile(file, async ({ bytes, ...check }) => {
    if (bytes && check.composition) await media.bring(bytes);
    for (const line of linesOf(basename(file), check)) warn(line);
    server.tell({ ...check, file: basename(file), previewUrl: previewOf(service) } satisfies FileShown);
  });
  const close = async (): Promise<void> => {
    unfollow();
    await server.close();
    await stop();
  };
  let closed: Promise<void> | undefined;
  return { url: server.url, close: () => (closed ??= close()) };
}

function previewOf({ mediaUrl }: RunningService): string {
  return `${mediaUrl}/preview/`;
}

async function failed(thrown: unknown, clean: () => Promise<void>): Promise<never> {
  await clean();
  throw thrown;
}

/** The folder `media` beside a file, from which a service is given what the file names, once each. */
class BesideMedia {
  readonly #folder: string;
  readonly #service: RemoteService;
  readonly #brought = new Set<string>();

  constructor(file: string, service: RemoteService) {
    this.#folder = join(dirname(file), 'media');
    this.#service = service;
  }

  async bring(content: Uint8Array): Promise<void> {
    for (const name of mediaIn(content)) {
      if (this.#brought.has(name)) continue;
      const file = await readFile(join(this.#folder, name)).catch(() => undefined);
      if (!file) continue;
      await this.#service.call(uploadAsset, {}, { file, name, mediaType: 'application/octet-stream' });
      this.#brought.add(name);
    }
  }
}
