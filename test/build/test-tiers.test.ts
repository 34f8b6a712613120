import { describe, expect, it } from 'vitest';
import { leftOut, repeats, type TieredModule, tierPassed } from '../../build/test-report.ts';

const packages = ['test/build/deb.test.ts', 'test/build/msi.test.ts'];

/** A test file that ran. */
function ran(file: string, how: { fails?: boolean; skips?: number } = {}): TieredModule {
  return {
    relativeModuleId: file,
    project: { name: packages.includes(file) ? 'packages' : 'unit' },
    ok: () => how.fails !== true,
    children: { allTests: () => Array.from({ length: how.skips ?? 0 }) },
  } as unknown as TieredModule;
}

describe('a run without the packages tier', () => {
  it.each<[string, string[], string[]]>([
    ['of all tests', [], ['Left out: 2 files of the packages tier. npm run test:packages runs the tier.']],
    ['of some', ['lane', 'msi'], ['Left out: 1 file of the packages tier. npm run test:packages runs the tier.']],
    ['of others', ['lane'], []],
  ])('%s says what it leaves out', (_, filters, line) => {
    expect(leftOut(packages, filters)).toEqual(line);
  });
});

describe('the packages tier', () => {
  const [deb = '', msi = ''] = packages;
  it.each<[string, TieredModule[], ReturnType<typeof tierPassed>]>([
    ['passed', [ran(deb), ran(msi)], true],
    ['passed where another test failed', [ran(deb), ran('test/lane.test.ts', { fails: true }), ran(msi)], true],
    ['did not pass where a file did not run', [ran(deb)], { because: `${msi} did not run` }],
    ['did not pass where a file failed', [ran(deb, { fails: true }), ran(msi)], { because: `${deb} failed` }],
    [
      'did not pass where a test was skipped',
      [ran(deb), ran(msi, { skips: 1 })],
      { because: `tests of ${msi} were skipped` },
    ],
  ])('%s', (_, modules, passed) => {
    expect(tierPassed(packages, modules)).toEqual(passed);
  });
});

it('names a command for the broken files of each tier', () => {
  const env = { OVERLAY_RUNS: '0.1', OVERLAY_SEED: '7' };
  expect(repeats([ran('test/a.test.ts'), ran('test/build/msi.test.ts'), ran('test/b.test.ts')], env)).toEqual([
    'To repeat: OVERLAY_RUNS=0.1 OVERLAY_SEED=7 npm test -- test/a.test.ts test/b.test.ts',
    'To repeat: OVERLAY_RUNS=0.1 OVERLAY_SEED=7 npm run test:packages -- test/build/msi.test.ts',
  ]);
  expect(repeats([], env)).toEqual([]);
});
