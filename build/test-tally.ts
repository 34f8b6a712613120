import type { TestModule } from 'vitest/node';

/** How many tests passed, failed and were skipped. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The counted part of a test file. */
export type CountedModule = Pick<TestModule, 'relativeModuleId' | 'errors' | 'children'>;

/**
 * Counts the tests. A file or a group that failed outside its tests counts as one failed test, and so does an error
 * outside any. Otherwise the last line of a broken run could say `0 failed`.
 */
export function tally(modules: readonly CountedModule[], strayErrors: number): Tally {
  const counted: Tally = { passed: 0, failed: strayErrors, skipped: 0 };
  for (const module of modules) {
    if (module.errors().length > 0) counted.failed++;
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counted.failed++;
    for (const test of module.children.allTests()) counted[outcome(test.result().state)]++;
  }
  return counted;
}

function outcome(state: 'passed' | 'failed' | 'skipped' | 'pending'): keyof Tally {
  // A test that is still pending at the end never ended.
  return state === 'pending' ? 'failed' : state;
}

/** One line for each skipped test, with its reason. */
export function skips(modules: readonly CountedModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => {
      const result = test.result();
      const reason = (result.state === 'skipped' && result.note) || 'it gave no reason';
      return `Skipped: ${module.relativeModuleId} > ${test.fullName}: ${reason}`;
    }),
  );
}

/** The last line of a run. */
export function lastLine({ passed, failed, skipped }: Tally): string {
  const skips = skipped > 0 ? `, ${String(skipped)} skipped` : '';
  return `${String(passed)} passed, ${String(failed)} failed${skips}`;
}
