import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tableOf } from '../../build/package/table.ts';

it('what was packed is a table of files with their sizes, who signed them, and what was proved', () => {
  const work = mkdtempSync(join(tmpdir(), 'pack-table-'));
  onTestFinished(() => rmSync(work, { recursive: true }));
  mkdirSync(join(work, 'linux-unpacked/resources'), { recursive: true });
  const sizes = {
    'a.deb': 17_000_000,
    'a.deb.asc': 228,
    'linux-unpacked/one': 1_048_576,
    'linux-unpacked/resources/two': 1,
  };
  for (const [name, size] of Object.entries(sizes)) writeFileSync(join(work, name), Buffer.alloc(size));
  const made = [
    { file: join(work, 'a.deb'), signedBy: 'the GPG key 93E9', proved: ['it unpacks to what was packed', ''] },
    { file: join(work, 'a.deb.asc'), signedBy: '-', proved: [] },
    { file: join(work, 'linux-unpacked'), signedBy: 'nobody', proved: ['its fuses are set', 'no sources are in it'] },
  ];
  expect(tableOf(made)).toEqual([
    'File                Size  Signed by         Proved',
    'a.deb           16.2 MiB  the GPG key 93E9  it unpacks to what was packed',
    'a.deb.asc          1 KiB  -                 -',
    'linux-unpacked   1.0 MiB  nobody            its fuses are set; no sources are in it',
  ]);
});
