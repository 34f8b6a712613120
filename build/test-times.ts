import type { TestModule } from 'vitest/node';

/** The part of a test file that the time report reads. */
export type TimedModule = Pick<TestModule, 'relativeModuleId'> & {
  project: Pick<TestModule['project'], 'name'>;
  diagnostic(): Pick<
    ReturnType<TestModule['diagnostic']>,
    'duration' | 'collectDuration' | 'setupDuration' | 'prepareDuration' | 'environmentSetupDuration'
  >;
};

/** How many files the report names. */
const named = 15;

/** The time report of a run: the slowest files, then the sum of each stage. Stages run in parallel. */
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

/** The whole time of a file: its worker's start, its imports, its hooks and its tests. */
function secondsOf(module: TimedModule): number {
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration) / 1000;
}

function padded(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9);
}
