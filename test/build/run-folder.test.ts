import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRunFolder } from '../kit/run-folder.ts';

it('removes the temporary files of a run that fills the disk, and names the largest', async ({ skip }) => {
  skip(process.platform === 'win32', 'there is no du on Windows');
  let folder = { path: '', close: () => {} };
  const refused = await new Promise<string>((resolve) => {
    folder = openRunFolder(200_000, resolve, 5);
    mkdirSync(join(folder.path, 'copies'));
    writeFileSync(join(folder.path, 'copies/memory'), Buffer.alloc(400_000, 1));
  });
  expect(refused).toMatch(/more than the 195\.3125 KiB that a run may have\. The largest: \S+copies \d+ KiB/);
  expect(existsSync(folder.path)).toBe(false);
});

it('removes the temporary files of a run at its end', () => {
  const folder = openRunFolder(1e9, () => {});
  writeFileSync(join(folder.path, 'left-by-a-failed-test'), '');
  folder.close();
  expect(existsSync(folder.path)).toBe(false);
});
