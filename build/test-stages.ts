import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './set-up.js';

/**
 * `unit` needs only Node. `browser` needs the built programs and Chromium. `soak` runs `OVERLAY_RUNS` generated
 * sequences. `alone`: files that replace modules, and therefore share none with other files. `packages` makes and
 * installs packages; `npm test` leaves this tier out.
 */
export type TestStage = 'unit' | 'alone' | 'browser' | 'soak' | 'packages';

/** Importing one of these files, directly or indirectly, selects the stage. The first match wins. */
const marks: readonly [TestStage, readonly string[]][] = [
  [
    'packages',
    [
      'test/kit/packed.ts',
      'test/kit/wine.ts',
      'test/kit/clone.ts',
      'test/kit/debian-root.ts',
      'test/stand-in-electron/stand-in.ts',
    ],
  ],
  ['soak', ['test/kit/runs.ts']],
  ['browser', ['test/kit/browser.ts', 'test/kit/built.ts', 'test/kit/programs/host-program.ts']],
];

const replaces = /^(?:.* = await )?vi\.(?:mock|hoisted)\(/m;

/** Assigns each test file to exactly one stage, by its imports. */
export function testStages(base = root): Record<TestStage, string[]> {
  const stages: Record<TestStage, string[]> = { unit: [], alone: [], browser: [], soak: [], packages: [] };
  const imports = new Map<string, Set<string>>();
  for (const file of globSync('test/**/*.test.ts', { cwd: base }).sort()) {
    const needed = allImports(file, { base, imports });
    const own: TestStage = replaces.test(readFileSync(join(base, file), 'utf8')) ? 'alone' : 'unit';
    const [stage = own] = marks.find(([, files]) => files.some((each) => needed.has(each))) ?? [];
    stages[stage].push(file);
  }
  return stages;
}

/** With all files of `test/` that they import. */
export function filesOfStage(stage: TestStage, base = root): string[] {
  const imports = new Map<string, Set<string>>();
  const files = testStages(base)[stage];
  return [...new Set(files.flatMap((file) => [file, ...allImports(file, { base, imports })]))].sort();
}

/** Per file of `test/`, its direct imports; grows on use. */
interface ImportGraph {
  base: string;
  imports: Map<string, Set<string>>;
}

function allImports(file: string, known: ImportGraph): Set<string> {
  const found = new Set<string>();
  const next = [file];
  for (let each = next.pop(); each !== undefined; each = next.pop()) {
    for (const imported of ownImports(each, known)) {
      if (found.has(imported)) continue;
      found.add(imported);
      next.push(imported);
    }
  }
  return found;
}

function ownImports(file: string, { base, imports }: ImportGraph): Set<string> {
  const known = imports.get(file);
  if (known) return known;
  const source = readFileSync(join(base, file), 'utf8');
  // Type imports are erased before the file runs.
  const specifiers = source.matchAll(
    /^(?:import|export)(?! type\b)[^;'"]*['"](\.[^'"]+\.ts)['"]|\bimport\('(\.[^']+\.ts)'\)/gm,
  );
  const paths = [...specifiers].map(([, fixed, dynamic]) => join(dirname(file), fixed ?? dynamic ?? ''));
  const own = new Set(paths.filter((path) => path.startsWith('test/') && existsSync(join(base, path))));
  imports.set(file, own);
  return own;
}
