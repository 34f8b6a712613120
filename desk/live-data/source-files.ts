import { texts } from '../../contract/texts/texts.ts';
import type { CarriedShow, SourceFile } from '../../contract/desk-api/show-file.ts';
import type { Source } from '../../contract/desk-api/source.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import type { SourceFilesPort } from './data-ports.ts';
import { usualDataLimits } from './tables/data-limits.ts';
import type { PackedMedia } from '../ports.ts';
import { isSameSource } from './edit-sources.ts';
import type { ShowSources } from './show-sources.ts';

/** Maximum bytes of all source files in a pack. */
const mostOfAll = 128 * 1024 * 1024;
const tooMuch = (): string => texts.data.filesTooLarge(mostOfAll / 1024 / 1024);

/** Reads a file of a pack. Rejects with an `OverlayError` if missing, incomplete, or larger than `most` bytes. */
type ReadPacked = (path: string, most: number) => Promise<Uint8Array>;
type FileSource = Source & { from: { kind: 'file' } };

interface CarriedSource {
  source: Source;
  told?: SourceFile;
  remove?(): Promise<void>;
}

export class SourceFiles {
  readonly #files: SourceFilesPort;
  readonly #sources: ShowSources;

  constructor(files: SourceFilesPort, sources: ShowSources) {
    [this.#files, this.#sources] = [files, sources];
  }

  /**
   * Reads source files for a pack. Only files understood as data are included, because a source may name any file of
   * the machine.
   */
  async pack(
    sources: readonly Source[],
  ): Promise<{ files: CarriedShow['files']; media: PackedMedia[]; told: SourceFile[] }> {
    const files: CarriedShow['files'] = [];
    const media = new Map<string, PackedMedia>();
    const told: SourceFile[] = [];
    let total = 0;
    for (const source of sources.filter(readsFile)) {
      const read = await this.#read(source);
      const isTooMuch = typeof read !== 'string' && total + read.bytes.length > mostOfAll;
      const problem = isTooMuch ? tooMuch() : typeof read === 'string' ? read : '';
      told.push({ source: source.name, path: source.from.path, problem });
      if (problem !== '' || typeof read === 'string') continue;
      const { bytes, digest } = read;
      const path = `/data/${digest}.txt`;
      if (!media.has(path)) total += bytes.length;
      media.set(path, { path, compress: true, read: () => Promise.resolve(bytes) });
      files.push({ source: source.id, path, name: fileName(source.from.path) });
    }
    return { files, media: [...media.values()], told };
  }

  async #read({ id, from }: FileSource): Promise<{ bytes: Uint8Array; digest: string } | string> {
    const view = this.#sources.view(id);
    if (!view || view.state === 'WAITING') return texts.data.notRead;
    if (view.state === 'BROKEN') return view.error;
    return this.#files.read(from.path).catch((error: unknown) => errorIn(error).message);
  }

  /**
   * Stores the imported files and points the sources to them; `undo` deletes them. Rejects with `call-invalid` if a
   * file cannot be stored; then none is.
   */
  async keep(
    { sources, files }: Pick<CarriedShow, 'sources' | 'files'>,
    read: ReadPacked,
  ): Promise<{ sources: Source[]; told: SourceFile[]; undo(): Promise<void> }> {
    const carried: CarriedSource[] = [];
    const sizes = new Map<string, number>();
    const undo = async (): Promise<void> => {
      for (const { remove } of carried) await remove?.();
    };
    try {
      for (const source of sources) {
        const file = files.find((one) => one.source === source.id);
        const bytes = file && readsFile(source) ? await bytesOf(file.path, read) : undefined;
        if (file && bytes) sizes.set(file.path, bytes.length);
        if ([...sizes.values()].reduce((all, size) => all + size, 0) > mostOfAll)
          throw new OverlayError('call-invalid', tooMuch());
        carried.push(await this.#carried(source, { name: file?.name, bytes }));
      }
    } catch (thrown) {
      await undo();
      throw thrown;
    }
    return {
      sources: carried.map(({ source }) => source),
      told: carried.flatMap(({ told }) => told ?? []),
      undo,
    };
  }

  async #carried(
    source: Source,
    { name, bytes }: { name: string | undefined; bytes: Uint8Array | undefined },
  ): Promise<CarriedSource> {
    if (!readsFile(source)) return { source };
    const told = { source: source.name, path: source.from.path, problem: '' };
    if (name === undefined) return { source, told: { ...told, problem: texts.data.notInShow } };
    if (!bytes) return { source, told: { ...told, problem: texts.data.damaged } };
    if (await this.#isHere(source, bytes)) return { source, told };
    const { path, remove } = await this.#files.keep(name, bytes).catch((error: unknown) => {
      throw new OverlayError('call-invalid', texts.data.nothingAdded(errorIn(error).message));
    });
    return { source: { ...source, from: { kind: 'file', path } }, told: { ...told, path }, remove };
  }

  /** True if this desk has the same source and the same file. Files without a source here are never read. */
  async #isHere(source: FileSource, bytes: Uint8Array): Promise<boolean> {
    if (!this.#sources.carried.sources.some((one) => isSameSource(one, source))) return false;
    // An unreadable file counts as different.
    const here = await this.#files.read(source.from.path).catch(() => undefined);
    return here !== undefined && Buffer.compare(here.bytes, bytes) === 0;
  }
}

function readsFile(source: Source): source is FileSource {
  return source.from.kind === 'file';
}

/** Undefined if the pack has no such file, or only part of it. */
async function bytesOf(path: string, read: ReadPacked): Promise<Uint8Array | undefined> {
  try {
    return await read(path, usualDataLimits.bytes);
  } catch (thrown) {
    if (thrown instanceof OverlayError) return undefined;
    throw thrown;
  }
}

export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
