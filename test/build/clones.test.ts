import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../build/set-up.js';
import { cloneTo, hashesIn, notClonable, packIn } from '../kit/clone.ts';
import { packedForLinux } from '../kit/packed.ts';

const work = mkdtempSync(join(tmpdir(), 'clones-'));
afterAll(() => rmSync(work, { recursive: true }));

/** Somebody else who clones these sources: elsewhere, at another time, and with other habits. */
const other = {
  folder: join(work, 'somewhere else', 'with a much longer path'),
  at: 1_700_000_123,
  umask: 0o077,
  env: { TZ: 'Asia/Kathmandu', LC_ALL: 'POSIX', NODE_ENV: 'development', HOME: work, TMPDIR: join(work, 'tmp') },
};
/** What electron-builder writes for whoever looks for a fault: it is in no package, and names the folder. */
const ofTools = 'builder-debug.yml';

/** The programs and screens of a clone, and what was packed of them. */
function madeIn(clone: string, packages: string): Record<string, Map<string, string>> {
  const programs = ['electron', 'host', 'desk', 'service', 'renderer', 'output', 'native'];
  const made = hashesIn(packages);
  made.delete(ofTools);
  return { packages: made, ...Object.fromEntries(programs.map((name) => [name, hashesIn(join(clone, 'dist', name))])) };
}

it('two clones of these sources make the same programs, screens, application and packages, byte for byte', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'the packages of Linux are made on Linux');
  const missing = notClonable();
  skip(missing !== undefined, missing);
  const { folder: packages, electron, publicKeys } = await packedForLinux();
  mkdirSync(other.env.TMPDIR);
  mkdirSync(other.folder, { recursive: true });
  cloneTo(other.folder, other);
  expect(existsSync(join(other.folder, 'node_modules/.cache'))).toBe(false);
  const flags = ['--system', 'linux', '--processor', process.arch, '--electron', electron];
  const env = { ...other.env, OVERLAY_RELEASE_PUBLIC_KEYS: publicKeys };
  packIn({ clone: other.folder, umask: other.umask, env }, ...flags);
  const [one, two] = [madeIn(root, packages), madeIn(other.folder, join(other.folder, 'dist/packages'))];
  expect(two).toEqual(one);
  expect([...(one.packages?.keys() ?? [])]).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^overlay-desk-\d.*\.tar\.gz$/),
      'linux-unpacked/resources/app.asar',
      ...globSync('*.{deb,rpm}', { cwd: packages }),
    ]),
  );
});
