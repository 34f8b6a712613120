import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { bundles } from '../../build/built.ts';
import { root } from '../../build/set-up.js';
import { builtHostFolders, builtShell } from '../kit/built.ts';

it('no program names a map: packages have none, and a debugger would look for it', () => {
  const programs = [...builtHostFolders, dirname(builtShell)].flatMap((folder) =>
    globSync(join(folder, '**/*.{js,cjs}')),
  );
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((file) => /^\/\/# sourceMappingURL=/m.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('every source of a program makes the program stale when it changes', () => {
  const maps = globSync(join(dirname(builtShell), '../{host,desk,service,electron}/*.map'));
  const sources = maps.flatMap((map) => {
    const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] };
    return sources.map((source) => relative(root, resolve(dirname(map), source)));
  });
  const folders = new Set(sources.map((source) => source.split('/')[0] ?? ''));
  const others = [...folders].filter(
    (folder) => !['..', 'node_modules', 'dist'].includes(folder) && !/[\0:]/.test(folder),
  );
  expect(others).toContain('desk');
  expect(others.filter((folder) => !bundles.electron.from.includes(folder))).toEqual([]);
});
