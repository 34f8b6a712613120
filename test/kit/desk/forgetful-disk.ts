import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { FileHandle, open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** What a power cut makes of the bytes that were written to a file and not synced. */
export type Unsynced = (bytes: Buffer) => Buffer;

/** A disk that knows what a power cut leaves: of files what was synced, and of directories the names that were. */
export class ForgetfulDisk {
  /** How often the bytes of a file were synced. */
  syncs = 0;
  /** The bytes of each file that are safe. */
  readonly #bytes = new Map<string, number>();
  /** Each file and directory whose name is safe. */
  readonly #names = new Set<string>();
  #held: { begun: () => void; until: Promise<unknown> } | undefined;

  /** `open` of `node:fs/promises`, with this disk told of each sync. */
  readonly watched =
    (opened: typeof open): typeof open =>
    async (path, ...how) => {
      const handle = await opened(path, ...how);
      this.#watch(handle, String(path));
      return handle;
    };

  /** The next sync of a file takes until `release` is called; `begun` resolves when it begins. */
  hold(): { begun: Promise<unknown>; release: () => void } {
    const begun = Promise.withResolvers<undefined>();
    const end = Promise.withResolvers<undefined>();
    this.#held = { begun: () => begun.resolve(undefined), until: end.promise };
    return { begun: begun.promise, release: () => end.resolve(undefined) };
  }

  /** What is under a directory after a power cut now, copied into another one. The directory itself was there before. */
  powerCut(from: string, { into, unsynced }: { into: string; unsynced: Unsynced }): void {
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !this.#isNamed(path, from)) continue;
      const bytes = readFileSync(path);
      const safe = this.#bytes.get(path) ?? 0;
      const left = join(into, relative(from, path));
      mkdirSync(dirname(left), { recursive: true });
      writeFileSync(left, Buffer.concat([bytes.subarray(0, safe), unsynced(bytes.subarray(safe))]));
    }
  }

  #isNamed(path: string, from: string): boolean {
    return path === from || (this.#names.has(path) && this.#isNamed(dirname(path), from));
  }

  #watch(handle: FileHandle, path: string): void {
    for (const name of ['sync', 'datasync'] as const) {
      const sync = handle[name].bind(handle);
      handle[name] = () => (statSync(path).isDirectory() ? this.#syncNames(path, sync) : this.#syncBytes(path, sync));
    }
  }

  async #syncNames(path: string, sync: () => Promise<void>): Promise<void> {
    const names = readdirSync(path);
    await sync();
    for (const name of names) this.#names.add(join(path, name));
  }

  async #syncBytes(path: string, sync: () => Promise<void>): Promise<void> {
    const { size } = statSync(path);
    const held = this.#held;
    this.#held = undefined;
    held?.begun();
    await held?.until;
    await sync();
    this.syncs++;
    this.#bytes.set(path, size);
  }
}
