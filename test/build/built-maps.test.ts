import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { builtHostFolders, builtShell } from '../kit/built.ts';

it('no program names a map: packages have none, and a debugger would look for it', () => {
  const programs = [...builtHostFolders, dirname(builtShell)].flatMap((folder) =>
    globSync(join(folder, '**/*.{js,cjs}')),
  );
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((file) => /^\/\/# sourceMappingURL=/m.test(readFileSync(file, 'utf8')))).toEqual([]);
});
