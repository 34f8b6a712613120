import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { builtShell } from '../kit/built.ts';
import { runDouble } from './launch-shell.ts';

it('says why it cannot start on a place for its data that is none, and what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overlay-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'of the operator');
  const { code, said } = await runDouble([builtShell, '--data', file], folder);
  expect(said).toContain(
    `Overlay Desk cannot start: The data of the desk cannot be kept in ${file}: it is a file. Name a directory with --data DIR.`,
  );
  expect(code).toBe(1);
});
