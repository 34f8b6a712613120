import type { TestModule } from 'vitest/node';

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
