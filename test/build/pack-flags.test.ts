import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packFlags } from '../../build/package/flags.ts';
import { electronRuntime } from '../../build/package/materials.ts';

const here = `${process.platform} ${process.arch}`;
const packed = (...args: string[]): string[] =>
  packFlags(args).map(({ system, processor }) => `${system} ${processor}`);

function folderOf(...archives: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'archives-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const one of archives) writeFileSync(join(folder, `electron-v${one}.zip`), '');
  return folder;
}

it('is for this machine, or for what is named', () => {
  expect(packed()).toEqual([here]);
  expect(packed('--system', 'win32', '--processor', 'arm64')).toEqual(['win32 arm64']);
  expect(packed('--electron', folderOf())).toEqual([here]);
});

it('is for all that a folder has an archive of Electron for, of the version of these sources', () => {
  const { version } = electronRuntime();
  const folder = folderOf(`${version}-win32-x64`, `${version}-win32-arm64`, `${version}-linux-x64`, '1.0.0-darwin-x64');
  expect(packed('--electron', folder)).toEqual(['linux x64', 'win32 x64', 'win32 arm64']);
  expect(packed('--electron', folder, '--system', 'win32')).toEqual(['win32 x64', 'win32 arm64']);
  expect(packed('--electron', folder, '--system', 'darwin', '--processor', 'x64')).toEqual(['darwin x64']);
  expect(packed('--electron', folder, '--host')).toEqual([here]);
});

it('names a flag that is wrong', () => {
  expect(() => packFlags(['--system', 'beos'])).toThrow(/--system/);
});
