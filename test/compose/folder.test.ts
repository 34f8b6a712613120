import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readFolder } from '../../compose/bundle.ts';
import { packageLimits } from '../../scene/ograf/package-files.ts';
import { lowerThird, unpacked } from '../kit/scene/ograf-packages.ts';

describe('a folder', () => {
  const made: string[] = [];
  const folder = (files: Record<string, string>): string => {
    const directory = mkdtempSync(join(tmpdir(), 'overlay-package-'));
    made.push(directory);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
    return directory;
  };
  afterEach(() => made.splice(0).forEach((directory) => rmSync(directory, { recursive: true })));

  it('gives the same files as a zip of it', async () => {
    expect(await readFolder(folder(lowerThird as Record<string, string>))).toEqual(
      new Map([...unpacked(lowerThird)].map(([path, bytes]) => [path, Buffer.from(bytes)])),
    );
  });

  it('keeps to the same limits, and follows no link', async () => {
    const directory = folder({ 'a.js': '123456' });
    await expect(readFolder(directory, { ...packageLimits, fileBytes: 5 })).rejects.toThrow(
      `The graphic was not installed: a.js: is too large: 6 bytes, and a file has at most 5`,
    );
    symlinkSync('/etc', join(directory, 'etc'));
    await expect(readFolder(directory)).rejects.toThrow(
      `The graphic was not installed: etc: is a link or a device, and no file`,
    );
  });
});
