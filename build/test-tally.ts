import type { TestModule } from 'vitest/node';

/** How many tests passed, failed and were left out. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** What is counted of a file of tests. */
export type CountedModule = Pick<TestModule, 'relativeModuleId' | 'errors' | 'children'>;

/**
 * Count the tests. A file or a group that failed outside of its tests, and an error outside of any, count as one failed
 * test each: otherwise the last line could say `0 failed` of a run that was not sound.
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

/** One line for each test that was left out, with the reason it gave. */
export function skips(modules: readonly CountedModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => {
      const result = test.result();
      const reason = (result.state === 'skipped' && result.note) || 'it gave no reason';
      return `Skipped: ${module.relativeModuleId} > ${test.fullName}: ${reason}`;
    }),
  );
}

/** The line that a run ends with. */
export function lastLine({ passed, failed, skipped }: Tally): string {
  const skips = skipped > 0 ? `, ${String(skipped)} skipped` : '';
  return `${String(passed)} passed, ${String(failed)} failed${skips}`;
}
