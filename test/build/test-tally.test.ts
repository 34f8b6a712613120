import { describe, expect, it } from 'vitest';
import { type CountedModule, lastLine, skips, tally } from '../../build/test-report.ts';

type State = 'passed' | 'failed' | 'skipped' | 'pending';

/** A file of tests with these results, and perhaps errors outside of its tests. */
function file(results: { state: State; note?: string }[], errors: { module?: number; suite?: number } = {}) {
  const tests = results.map((result, at) => ({ fullName: `group > test ${String(at)}`, result: () => result }));
  return {
    relativeModuleId: 'test/some.test.ts',
    errors: () => Array.from({ length: errors.module ?? 0 }),
    children: {
      allTests: (state?: State) => tests.filter((test) => state === undefined || test.result().state === state),
      allSuites: () => [{ errors: () => Array.from({ length: errors.suite ?? 0 }) }],
    },
  } as unknown as CountedModule;
}

const passed = { state: 'passed' } as const;
const failed = { state: 'failed' } as const;

describe('a run of tests', () => {
  it.each<[string, CountedModule[], number, string]>([
    ['that passed', [file([passed, passed]), file([passed])], 0, '3 passed, 0 failed'],
    ['with a failure', [file([passed, failed])], 0, '1 passed, 1 failed'],
    ['with tests left out', [file([passed, { state: 'skipped' }])], 0, '1 passed, 0 failed, 1 skipped'],
    ['with a test that never ended', [file([passed, { state: 'pending' }])], 0, '1 passed, 1 failed'],
    ['with a file that could not be loaded', [file([], { module: 1 }), file([passed])], 0, '1 passed, 1 failed'],
    ['with a group whose setting up failed', [file([passed], { suite: 1 })], 0, '1 passed, 1 failed'],
    ['with an error outside of any test', [file([passed])], 2, '1 passed, 2 failed'],
    ['of nothing', [], 0, '0 passed, 0 failed'],
  ])('%s says so in its last line', (_, files, strayErrors, line) => {
    expect(lastLine(tally(files, strayErrors))).toBe(line);
  });

  it('tells why each test was left out', () => {
    const left = [{ state: 'skipped', note: 'no Electron here' }, passed, { state: 'skipped' }] as const;
    expect(skips([file([...left])])).toEqual([
      'Skipped: test/some.test.ts > group > test 0: no Electron here',
      'Skipped: test/some.test.ts > group > test 2: it gave no reason',
    ]);
  });
});
