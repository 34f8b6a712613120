import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesOfStage, testStages } from '../../build/test-stages.ts';

let base: string;
beforeEach(() => (base = mkdtempSync(join(tmpdir(), 'overlay-stages-'))));
afterEach(() => rmSync(base, { recursive: true }));

function write(file: string, ...lines: string[]): void {
  mkdirSync(dirname(join(base, file)), { recursive: true });
  writeFileSync(join(base, file), lines.join('\n'));
}

it('puts each file into the stage that its imports ask for', () => {
  write('test/kit/browser.ts');
  write('test/kit/runs.ts');
  write('test/kit/stage.ts', `import { openBrowser } from './browser.ts';`);
  write('test/plain.test.ts', `import { it } from 'vitest';`, `import { x } from '../desk/x.ts';`);
  write('test/deep/page.test.ts', `import {`, `  type Stage,`, `  open,`, `} from '../kit/stage.ts';`);
  write('test/late.test.ts', `const { open } = await import('./kit/stage.ts');`);
  write('test/typed.test.ts', `import type { Stage } from './kit/stage.ts';`);
  write('test/fake.test.ts', `import { vi } from 'vitest';`, `vi.mock('electron', () => ({}));`);
  write('test/many.test.ts', `import { runs } from './kit/runs.ts';`);
  write('test/kit/wine.ts');
  write('test/installed.test.ts', `import './kit/stage.ts';`, `import { openWine } from './kit/wine.ts';`);
  write('test/many-pages.test.ts', `export * from './kit/stage.ts';`, `import { runs } from './kit/runs.ts';`);
  expect(testStages(base)).toEqual({
    unit: ['test/plain.test.ts', 'test/typed.test.ts'],
    alone: ['test/fake.test.ts'],
    browser: ['test/deep/page.test.ts', 'test/late.test.ts'],
    soak: ['test/many-pages.test.ts', 'test/many.test.ts'],
    packages: ['test/installed.test.ts'],
  });
  expect(filesOfStage('packages', base)).toEqual([
    'test/installed.test.ts',
    'test/kit/browser.ts',
    'test/kit/stage.ts',
    'test/kit/wine.ts',
  ]);
});

it('knows what each file of this project needs', () => {
  const { unit, browser, soak, packages } = testStages();
  expect(unit).toContain('test/build/test-stages.test.ts');
  expect(browser).toEqual(expect.arrayContaining(['test/electron/life.test.ts', 'test/output/motion.test.ts']));
  expect(soak).toEqual(expect.arrayContaining(['test/desk/app/faults.test.ts', 'test/output/random-commands.test.ts']));
  expect(packages).toEqual(
    expect.arrayContaining(['test/build/packages.test.ts', 'test/build/stick.test.ts', 'test/build/clones.test.ts']),
  );
});
