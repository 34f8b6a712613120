import { texts } from '../../contract/texts/texts.ts';
import type { KeyObject } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { UpdateSource } from '../../contract/desk-api/update.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import { compareVersions, ReleaseVersion } from '../../contract/release.ts';
import type { FoundRelease, UpdateShelf } from '../../desk/update-ports.ts';
import { copyData, listCopies, planRestore } from './data-copies.ts';
import { fileProblem, NoRelease, readRelease, type SignedRelease } from './release-folder.ts';

/** Keeps in `updates`: an installer and its signature for two versions (`VERSION/`), and the data copies. */
export function updateShelf(
  data: string,
  { keys, now }: { keys: readonly KeyObject[]; now: () => number },
): UpdateShelf {
  const own = join(data, 'updates');
  const kept = (): string[] => {
    const names = existsSync(own) ? readdirSync(own) : [];
    return names.filter((name) => ReleaseVersion.safeParse(name).success).sort((a, b) => compareVersions(b, a));
  };

  const signedOf = new WeakMap<FoundRelease, SignedRelease>();

  return {
    async read(from) {
      const folder = folderOf(from, own);
      const signed = await refusing(() => readRelease(folder, keys));
      const { facts, hashes } = signed;
      const found: FoundRelease = {
        facts,
        names: [...hashes.keys()],
        sha256: (name) => hashes.get(name) ?? '',
        bytes: (name) => facts.files[name] ?? 0,
        problem: (name) => fileProblem(signed, name),
      };
      signedOf.set(found, signed);
      return found;
    },
    kept,
    async take(release, { installer, keep }) {
      const signed = signedOf.get(release);
      if (!signed) throw new TypeError('a release of another shelf');
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
          const said = texts.updates.copyWrong(installer);
          throw new OverlayError('update-refused', said);
        }
      } catch (error) {
        // Half an installer would take space on a disk that may be full.
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
    copies: () => Promise.resolve(listCopies(data)),
    copy: (version) => copyData(data, { version, now: now() }),
    planRestore: (plan) => planRestore(data, plan),
  };
}

function folderOf(from: UpdateSource, own: string): string {
  if ('folder' in from) {
    if (isAbsolute(from.folder)) return from.folder;
    throw new OverlayError('update-refused', texts.updates.wholePath(from.folder));
  }
  if (ReleaseVersion.safeParse(from.kept).success && existsSync(join(own, from.kept))) return join(own, from.kept);
  throw new OverlayError('update-refused', texts.updates.noneKept(from.kept));
}

/**
 * Copies the signature and an installer to a private folder; returns the problem like {@link fileProblem}. Reads each
 * once, because the source may change meanwhile.
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

/** Resolves when the file is on disk. */
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

async function removeOthers(own: string, versions: readonly string[]): Promise<void> {
  const isKept = (name: string): boolean =>
    versions.includes(name) || !ReleaseVersion.safeParse(name.replace(/\.new$/, '')).success;
  const others = (await readdir(own)).filter((name) => !isKept(name));
  await Promise.all(others.map((name) => rm(join(own, name), { recursive: true, force: true })));
}

/** Turns errors of a folder or its medium into `update-refused`. */
async function refusing<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof OverlayError) throw thrown;
    if (thrown instanceof NoRelease) throw new OverlayError('update-refused', thrown.message);
    const error = new OverlayError('update-refused', texts.updates.unreadable(errorIn(thrown).message));
    error.cause = thrown;
    throw error;
  }
}
