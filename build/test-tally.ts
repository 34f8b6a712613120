import type { TestModule } from 'vitest/node';

export interface TestTally {
  passed: number;
  failed: number;
  skipped: number;
}

export type CountedModule = Pick<TestModule, 'relativeModuleId' | 'errors' | 'children'>;

/** A failure outside the tests counts as a failed test, so that a broken run never ends with `0 failed`. */
export function tally(modules: readonly CountedModule[], strayErrors: number): TestTally {
  const counted: TestTally = { passed: 0, failed: strayErrors, skipped: 0 };
  for (const module of modules) {
    if (module.errors().length > 0) counted.failed++;
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counted.failed++;
    for (const test of module.children.allTests()) counted[outcome(test.result().state)]++;
  }
  return counted;
}

function outcome(state: 'passed' | 'failed' | 'skipped' | 'pending'): keyof TestTally {
  // A test that is pending at the end never finished.
  return state === 'pending' ? 'failed' : state;
}

export function skips(modules: readonly CountedModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => {
      const result = test.result();
      const reason = (result.state === 'skipped' && result.note) || 'it gave no reason';
      return `Skipped: ${module.relativeModuleId} > ${test.fullName}: ${reason}`;
    }),
  );
}

export function lastLine({ passed, failed, skipped }: TestTally): string {
  const skips = skipped > 0 ? `, ${String(skipped)} skipped` : '';
  return `${String(passed)} passed, ${String(failed)} failed${skips}`;
}
