import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { patience } from './build/test-patience.ts';
import { testStages } from './build/test-stages.ts';

const stages = testStages();
const browser = 'test/kit/set-up/browser.ts';

export default defineConfig({
  test: {
    // One more than there are processors: a test that waits for its page leaves its processor idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'test/kit/set-up/runs.ts',
    setupFiles: 'test/kit/set-up/generated.ts',
    testTimeout: patience.test,
    hookTimeout: patience.test,
    // A promise that was meant to be awaited, or a mock that leaks into the next test, must not pass unseen.
    restoreMocks: true,
    unstubEnvs: true,
    expect: { requireAssertions: true, poll: { timeout: patience.wait } },
    // A kit module has no state of its own, so a worker loads it once for all its files.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: stages.unit } },
      { extends: true, test: { name: 'alone', include: stages.alone, isolate: true } },
      { extends: true, test: { name: 'browser', include: stages.browser, globalSetup: browser } },
      { extends: true, test: { name: 'soak', include: stages.soak, globalSetup: browser, testTimeout: patience.soak } },
      { extends: true, test: { name: 'packages', include: stages.packages, globalSetup: browser } },
    ],
  },
});
