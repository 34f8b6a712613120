import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { PackFlags } from '../../build/package/flags.ts';
import { pack } from '../../build/package/pack.ts';

const work = mkdtempSync(join(tmpdir(), 'distribution-'));
afterAll(() => rmSync(work, { recursive: true }));

const folder = (name: string, files: Readonly<Record<string, string | Buffer>>): string => {
  for (const [file, content] of Object.entries(files)) {
    const path = join(work, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return join(work, name);
};
/** The beginning of a program for 64-bit ARM on Linux. */
const arm = Buffer.concat([
  Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  Buffer.alloc(9),
  Buffer.from([2, 0, 0xb7, 0]),
]);
const { electron: wanted } = packageJson.devDependencies;

it.each<[string, Partial<PackFlags>, string]>([
  [
    'no folder',
    { electron: join(work, 'none') },
    `none is no unpacked distribution of Electron for linux: it has no electron.`,
  ],
  [
    'Electron for another system',
    { electron: folder('linux', { electron: '' }), system: 'darwin' },
    'linux is no unpacked distribution of Electron for darwin: it has no Electron.app.',
  ],
  [
    'Electron for another processor',
    { electron: folder('arm', { electron: arm }) },
    'is for arm64, and the package is for x64.',
  ],
  [
    'another Electron',
    { electron: folder('old', { electron: '', version: 'v20.0.0\n' }) },
    `old has Electron 20.0.0, and the application is made for ${wanted}.`,
  ],
  ['no Node', { host: true, node: join(work, 'none') }, 'none is no distribution of Node: it has no bin/node.'],
  [
    'Node for another processor',
    { host: true, node: folder('node', { 'bin/node': arm }) },
    'node is for arm64, and the package is for x64.',
  ],
  [
    'the host as a directory, which it is not',
    { host: true, dir: true },
    'The host has no directory without its package: leave out --dir, or --host.',
  ],
])('npm run pack refuses %s before anything is built', async (_what, flags, said) => {
  const usual = {
    system: 'linux',
    processor: 'x64',
    dir: false,
    host: false,
    node: undefined,
    electron: undefined,
  } as const;
  const to = join(work, 'packages');
  await expect(pack({ ...usual, to, ...flags })).rejects.toThrow(said);
  expect(existsSync(to)).toBe(false);
});
