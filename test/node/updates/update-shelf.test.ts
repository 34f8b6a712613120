import { texts } from '../../../contract/texts/texts.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { updateShelf } from '../../../node/updates/update-shelf.ts';
import type { FoundRelease, UpdateShelf } from '../../../desk/update-ports.ts';
import { notMountable, SmallDisk } from '../../kit/service/small-disk.ts';
import { sealedRelease, testKey } from '../../kit/desk/sealed-release.ts';

const installer = 'overlay-desk-1.1.0-linux-x64.deb';
const signed = 'the package 1.1.0 for Debian';

let place: string;
let folder: string;
let shelf: UpdateShelf;
let release: FoundRelease;

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'update-shelf-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  folder = await sealedRelease(place, { version: '1.1.0' });
  shelf = updateShelf(join(place, 'data'), { keys: testKey.all, now: () => 0 });
  release = await shelf.read({ folder });
  expect(await release.problem(installer)).toBeUndefined();
});

const take = (): Promise<string> => shelf.take(release, { installer, keep: [] });

function written(name: string, content: string): string {
  writeFileSync(join(place, name), content);
  return join(place, name);
}

/** A program that listens at a path, until the test ends. */
function listenAt(path: string): void {
  const server = createServer().listen(path);
  onTestFinished(() => void server.close());
}

it('on a full disk nothing is kept by half, and there is room again', async ({ skip }) => {
  skip(notMountable !== undefined, notMountable);
  const disk = await SmallDisk.make(1024 * 1024);
  onTestFinished(() => disk.remove());
  shelf = updateShelf(join(disk.outside, 'data'), { keys: testKey.all, now: () => 0 });
  const large = join(place, 'large');
  mkdirSync(large);
  const files = { [installer]: 'x'.repeat(2 * 1024 * 1024) };
  release = await shelf.read({ folder: await sealedRelease(large, { version: '1.1.0', files }) });
  await expect(take()).rejects.toThrow(/^The release could not be read or copied \(ENOSPC: .+\)\.$/);
  expect(readdirSync(join(disk.outside, 'data/updates'))).toEqual([]);
});

describe.skipIf(process.platform === 'win32')('between the check and the copy', () => {
  it.each<[string, (path: string) => void]>([
    ['a link to another file', (path) => symlinkSync(written('elsewhere', 'the package 1.1.0 of a thief'), path)],
    ['a link to the same bytes', (path) => symlinkSync(written('elsewhere', signed), path)],
    ['a link to a device that never ends', (path) => symlinkSync('/dev/zero', path)],
    ['a pipe that nobody writes into', (path) => execFileSync('mkfifo', [path])],
    ['a socket', listenAt],
    ['a folder', (path) => mkdirSync(path)],
    ['a file that grew', (path) => writeFileSync(path, signed + '!'.repeat(2 ** 20))],
    ['nothing', () => undefined],
  ])('the installer becomes %s: it is refused, and nothing of it is left', async (_what, put) => {
    rmSync(join(folder, installer));
    put(join(folder, installer));
    await expect(take()).rejects.toThrow(texts.updates.copyWrong(installer));
    await expect(release.problem(installer)).resolves.toMatch(
      /^overlay-desk-1\.1\.0-linux-x64\.deb is (missing|not the signed file: it was changed or replaced)\.$/,
    );
    expect(readdirSync(join(place, 'data/updates'))).toEqual([]);
  });

  it('the signature becomes a pipe: what was checked is kept', async () => {
    for (const name of ['SHA256SUMS', 'SHA256SUMS.sig', 'release.json']) {
      rmSync(join(folder, name));
      execFileSync('mkfifo', [join(folder, name)]);
    }
    expect(readFileSync(await take(), 'utf8')).toBe(signed);
    const kept = await shelf.read({ kept: '1.1.0' });
    expect(await kept.problem(installer)).toBeUndefined();
    await expect(shelf.read({ folder })).rejects.toThrow('There is no release of Overlay Desk in');
  });
});
