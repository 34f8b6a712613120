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

export type TieredModule = Pick<TestModule, 'relativeModuleId' | 'ok' | 'children'> & {
  project: Pick<TestModule['project'], 'name'>;
};

/** One line: a run leaves out the packages tier; none if its filters match no file of the tier. */
export function leftOut(packages: readonly string[], filters: readonly string[]): string[] {
  const matching = packages.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
  if (matching.length === 0) return [];
  const files = matching.length === 1 ? '1 file' : `${matching.length} files`;
  return [`Left out: ${files} of the packages tier. npm run test:packages runs the tier.`];
}

/** Whether every test of the packages tier ran and passed; else the reason against counting it. */
export function tierPassed(packages: readonly string[], modules: readonly TieredModule[]): true | { because: string } {
  const ran = new Map(modules.map((module) => [module.relativeModuleId, module]));
  const missing = packages.find((file) => !ran.has(file));
  if (missing !== undefined) return { because: `${missing} did not run` };
  const failed = packages.find((file) => ran.get(file)?.ok() === false);
  if (failed !== undefined) return { because: `${failed} failed` };
  const skipped = packages.find((file) => [...(ran.get(file)?.children.allTests('skipped') ?? [])].length > 0);
  return skipped === undefined || { because: `tests of ${skipped} were skipped` };
}

/** The commands that rerun the broken files with the same generated inputs. */
export function repeats(broken: readonly TieredModule[], env: NodeJS.ProcessEnv): string[] {
  const inPackages = ({ project }: TieredModule): boolean => project.name === 'packages';
  const commands = [
    { npm: 'npm test --', modules: broken.filter((module) => !inPackages(module)) },
    { npm: 'npm run test:packages --', modules: broken.filter(inPackages) },
  ];
  const variables = `OVERLAY_RUNS=${String(env.OVERLAY_RUNS)} OVERLAY_SEED=${String(env.OVERLAY_SEED)}`;
  return commands
    .filter(({ modules }) => modules.length > 0)
    .map(({ npm, modules }) =>
      [`To repeat: ${variables} ${npm}`, ...modules.map(({ relativeModuleId }) => relativeModuleId)].join(' '),
    );
}

export type TimedModule = Pick<TestModule, 'relativeModuleId'> & {
  project: Pick<TestModule['project'], 'name'>;
  diagnostic(): Pick<
    ReturnType<TestModule['diagnostic']>,
    'duration' | 'collectDuration' | 'setupDuration' | 'prepareDuration' | 'environmentSetupDuration'
  >;
};

const named = 15;

export function timeReport(modules: readonly TimedModule[]): string[] {
  const times = modules.map((module) => ({
    file: module.relativeModuleId,
    stage: module.project.name,
    seconds: secondsOf(module),
  }));
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, named);
  const stages = Map.groupBy(times, ({ stage }) => stage);
  return [
    'Slowest files:',
    ...slowest.map(({ file, seconds }) => `${padded(seconds)}  ${file}`),
    'Stages:',
    ...[...stages].map(([stage, files]) => {
      const sum = files.reduce((total, { seconds }) => total + seconds, 0);
      return `${padded(sum)}  ${stage}, ${String(files.length)} ${files.length === 1 ? 'file' : 'files'}`;
    }),
  ];
}

function secondsOf(module: TimedModule): number {
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration) / 1000;
}

function padded(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9);
}
