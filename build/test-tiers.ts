import type { TestModule } from 'vitest/node';

/** The parts of a test file that decide on its tier. */
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
