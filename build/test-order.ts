import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest (20 s and more on two processors), longest first. Their sizes do not tell. */
export const longest: readonly string[] = [
  'test/service/memory.test.ts',
  'test/output/gallery-pictures.test.ts',
  'test/renderer/workshop-screen.test.ts',
  'test/flow/pad-to-lamp.test.ts',
  'test/desk/backup/two-desks-model.test.ts',
  'test/renderer/screen-opened-fields.test.ts',
  'test/build/recipes.test.ts',
  'test/e2e/workshop.test.ts',
  'test/renderer/screen-controllers.test.ts',
  'test/host/main.test.ts',
  'test/output/graphic.test.ts',
  'test/e2e/first-show.test.ts',
  'test/desk/cues/cues-model.test.ts',
  'test/renderer/screen-dialogs.test.ts',
  'test/output/interruption.test.ts',
  'test/e2e/two-services.test.ts',
  'test/desk/app/model-based.test.ts',
  'test/desk/services/secrets/whole-run.test.ts',
  'test/service/jobs/no-show-waits.test.ts',
  'test/electron/life.test.ts',
  'test/e2e/whole-show.test.ts',
  'test/service/commands.test.ts',
];

/**
 * Starts the longest files of each stage first, so that no worker ends with one while the others have nothing left. A stage stays in one
 * piece: each has workers of its own.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const stages = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...stages.values()].flatMap((stage) => stage.toSorted((one, other) => place(one) - place(other)));
  }
}

function place({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return at < 0 ? longest.length : at;
}
