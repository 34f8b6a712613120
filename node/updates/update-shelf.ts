import type { KeyObject } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { UpdateSource } from '../../contract/desk-api/update.ts';
import { OverlayError } from '../../contract/errors.ts';
import { compareVersions, ReleaseVersion } from '../../contract/release.ts';
import type { FoundRelease, UpdateShelf } from '../../desk/update-ports.ts';
import { DataCopies } from './data-copies.ts';
import { fileProblem, NoRelease, readRelease, type SignedRelease } from './release-folder.ts';

/** A release of this shelf. */
class Found implements FoundRelease {
  readonly signed: SignedRelease;

  constructor(signed: SignedRelease) {
    this.signed = signed;
  }

  get facts(): SignedRelease['facts'] {
    return this.signed.facts;
  }
  get names(): string[] {
    return [...this.signed.hashes.keys()];
  }
  sha256(name: string): string {
    return this.signed.hashes.get(name) ?? '';
  }
  bytes(name: string): number {
    return this.signed.facts.files[name] ?? 0;
  }
  problem(name: string): Promise<string | undefined> {
    return fileProblem(this.signed, name);
  }
}

/**
 * Releases in folders, and what the desk keeps of them in the `updates` folder of its data directory: an installer and its signature for
 * each of two versions (`VERSION/`), and the copies of the data.
 */
export function updateShelf(
  data: string,
  { keys, now }: { keys: readonly KeyObject[]; now: () => number },
): UpdateShelf {
  const own = join(data, 'updates');
  const copies = new DataCopies(data, now);
  const kept = (): string[] => {
    const names = existsSync(own) ? readdirSync(own) : [];
    return names.filter((name) => ReleaseVersion.safeParse(name).success).sort((a, b) => compareVersions(b, a));
  };

  const read = async (folder: string): Promise<Found> => new Found(await refusing(() => readRelease(folder, keys)));

  return {
    read: (from) => read(folderOf(from, own)),
    kept,
    async take(release, { installer, keep }) {
      if (!(release instanceof Found)) throw new TypeError('a release of another shelf');
      const { signed } = release;
      const { version } = release.facts;
      const to = join(own, version);
      const isKept = signed.folder === to;
      const copy = isKept ? to : `${to}.new`;
      try {
        const problem = await refusing(() =>
          isKept ? fileProblem(signed, installer) : copyRelease(signed, { to: copy, installer }),
        );
        if (problem !== undefined) {
          await rm(copy, { recursive: true, force: true });
          const said = `The copy of ${installer} is not the signed file. Nothing was installed.`;
          throw new OverlayError('update-refused', said);
        }
      } catch (error) {
        // Half an installer would take room on a disk that may be full.
        if (!isKept) await rm(copy, { recursive: true, force: true });
        throw error;
      }
      if (!isKept) {
        await rm(to, { recursive: true, force: true });
        await rename(copy, to);
      }
      await removeOthers(own, [version, ...keep]);
      return join(to, installer);
    },
    copies: () => Promise.resolve(copies.list()),
    copy: (version) => copies.make(version),
    planRestore: (plan) => copies.plan(plan),
  };
}

function folderOf(from: UpdateSource, own: string): string {
  if ('folder' in from) {
    if (isAbsolute(from.folder)) return from.folder;
    throw new OverlayError('update-refused', `Name the folder by its whole path, not as "${from.folder}".`);
  }
  if (ReleaseVersion.safeParse(from.kept).success && existsSync(join(own, from.kept))) return join(own, from.kept);
  throw new OverlayError('update-refused', `No installer of version ${from.kept} was kept.`);
}

/**
 * Copies the signature and one installer to a new place that only this user can write to. Gives what is wrong with the installer, as
 * {@link fileProblem} does. Nothing is looked at twice: the folder belongs to somebody who may change it meanwhile.
 */
async function copyRelease(
  release: SignedRelease,
  { to, installer }: { to: string; installer: string },
): Promise<string | undefined> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const [name, content] of release.checked) await written(join(to, name), (file) => file.writeFile(content));
  return written(join(to, installer), (file) => fileProblem(release, installer, file));
}

/** Makes a file that is on the disk when this resolves. */
async function written<Result>(path: string, write: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'wx', 0o600);
  try {
    const result = await write(file);
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

/** Removes every kept installer but those of these versions, and what was never finished. */
async function removeOthers(own: string, versions: readonly string[]): Promise<void> {
  const isKept = (name: string): boolean =>
    versions.includes(name) || !ReleaseVersion.safeParse(name.replace(/\.new$/, '')).success;
  const others = (await readdir(own)).filter((name) => !isKept(name));
  await Promise.all(others.map((name) => rm(join(own, name), { recursive: true, force: true })));
}

/** Runs what reads a folder. What is wrong with the folder, or with the medium it is on, becomes `update-refused`. */
async function refusing<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof OverlayError) throw thrown;
    if (thrown instanceof NoRelease) throw new OverlayError('update-refused', thrown.message);
    const error = new OverlayError(
      'update-refused',
      `The release could not be read or copied (${(thrown as Error).message}).`,
    );
    error.cause = thrown;
    throw error;
  }
}
