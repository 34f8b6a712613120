import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { root } from '../../build/set-up.js';
import { LongestFirst, longest } from '../../build/test-order.ts';

it('knows only files that are there', () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('starts the longest file of each stage first, and keeps a stage in one piece', async () => {
  const [long = '', shorter = ''] = longest;
  const project = (name: string) => ({ name, config: { sequence: { groupOrder: 0 }, isolate: false } });
  const [soak, unit] = [project('soak'), project('unit')];
  const files = [
    { moduleId: join(root, 'test/build/test-order.test.ts'), project: soak },
    { moduleId: join(root, shorter), project: unit },
    { moduleId: join(root, shorter), project: soak },
    { moduleId: join(root, long), project: soak },
  ] as unknown as TestSpecification[];
  const vitest = { cache: { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) } };
  const [own, second, first, unitFile] = [files[0], files[2], files[3], files[1]];
  expect(await new LongestFirst(vitest as unknown as Vitest).sort(files)).toEqual([first, second, own, unitFile]);
});
