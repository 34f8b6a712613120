import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasTool } from '../../build/package/tools.ts';
import { makeDataDirectory } from '../../node/data-directory.ts';
import { notMountable } from '../kit/service/small-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'overlay-place-'));
const program = join(import.meta.dirname, '../../node/data-directory.ts');
const make = `import { makeDataDirectory } from ${JSON.stringify(program)}; makeDataDirectory(process.argv[1]);`;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Makes the data directory in a process of its own, on a disk that a line of shell has put at `folder`. Gives what it says. */
function madeOn(mount: string, directory: string): string {
  const script = `${mount} && exec "$0" --input-type=module --eval "$1" "$2"`;
  const words = ['--mount', 'sh', '-c', script, process.execPath, make, directory];
  return spawnSync('unshare', words, { encoding: 'utf8' }).stderr;
}

describe('a place where the data of the desk cannot be kept', () => {
  it('is told with the way back: a file, and a path through one', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => makeDataDirectory(file)).toThrow(`The data of the desk cannot be kept in ${file}: it is a file.`);
    expect(() => makeDataDirectory(join(file, 'data'))).toThrow(': a part of its path is a file.');
  });

  it('is told: a disk that nothing can be written to', ({ skip }) => {
    skip(notMountable !== undefined, notMountable);
    const disk = `mount -t tmpfs -o ro tmpfs ${folder}`;
    const sentence = ': it is on a disk that nothing can be written to. Name another directory with --data DIR.';
    expect(madeOn(disk, folder)).toContain(`${folder}${sentence}`);
    expect(madeOn(disk, join(folder, 'data'))).toContain(': nothing can be made there.');
  });

  it('is told: a full disk', ({ skip }) => {
    skip(notMountable !== undefined, notMountable);
    const disk = `mount -t tmpfs -o nr_inodes=1 tmpfs ${folder}`;
    expect(madeOn(disk, join(folder, 'data'))).toContain(': its disk is full. Make room there, and start again.');
  });

  it('is told: a directory of somebody else', ({ skip }) => {
    const isRoot = process.getuid?.() === 0;
    skip(isRoot && !hasTool('setpriv'), 'root may write everywhere, and setpriv is not on this machine');
    const closed = join(folder, 'closed');
    execFileSync('mkdir', ['-m', '555', closed]);
    // Root without the right to write what is closed to it is like everybody else.
    const [first, ...more] = [
      ...(isRoot ? ['setpriv', '--bounding-set=-dac_override'] : []),
      process.execPath,
      '--input-type=module',
      '--eval',
      make,
      join(closed, 'data'),
    ];
    expect(spawnSync(first, more, { encoding: 'utf8' }).stderr).toContain(
      ': this user may not write there. Let them, or name another directory with --data DIR.',
    );
  });
});
