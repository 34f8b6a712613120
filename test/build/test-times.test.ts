import { expect, it } from 'vitest';
import { type TimedModule, timeReport } from '../../build/test-report.ts';

function file(relativeModuleId: string, name: string, duration: number): TimedModule {
  return {
    relativeModuleId,
    project: { name },
    diagnostic: () => ({
      duration,
      collectDuration: 400,
      setupDuration: 50,
      prepareDuration: 50,
      environmentSetupDuration: 0,
    }),
  };
}

it('names the slowest files, the slowest first, and what each stage took in all', () => {
  const files = [
    file('test/a.test.ts', 'unit', 500),
    file('test/b.test.ts', 'browser', 62_000),
    file('test/c.test.ts', 'unit', 1_500),
  ];
  expect(timeReport(files)).toEqual([
    'Slowest files:',
    '   62.5 s  test/b.test.ts',
    '    2.0 s  test/c.test.ts',
    '    1.0 s  test/a.test.ts',
    'Stages:',
    '    3.0 s  unit, 2 files',
    '   62.5 s  browser, 1 file',
  ]);
});

it('names no more files than can be read at a glance', () => {
  const files = Array.from({ length: 200 }, (_, at) => file(`test/${at}.test.ts`, 'unit', at));
  expect(timeReport(files).filter((line) => line.includes('.test.ts'))).toHaveLength(15);
});
