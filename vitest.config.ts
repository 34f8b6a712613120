import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './build/test-order.ts';
import { patience } from './build/test-patience.ts';
import { testStages } from './build/test-stages.ts';
import { screenPlugins } from './build/vite/renderer.ts';

const stages = testStages();
const browser = 'test/kit/set-up/browser.ts';

export default defineConfig({
  test: {
    // One more than the processors: a test that waits for its page leaves its processor idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/kit/set-up/runs.ts',
    setupFiles: 'test/kit/set-up/generated.ts',
    testTimeout: patience.test,
    hookTimeout: patience.test,
    // Catches promises that were not awaited, and mocks that leak into the next test.
    restoreMocks: true,
    unstubEnvs: true,
    expect: { requireAssertions: true, poll: { timeout: patience.wait } },
    // Kit modules have no state but the browser, so a worker loads each once for all its files.
    isolate: false,
    projects: [
      { extends: true, plugins: screenPlugins(), test: { name: 'unit', include: stages.unit } },
      { extends: true, test: { name: 'alone', include: stages.alone, isolate: true } },
      { extends: true, test: { name: 'browser', include: stages.browser, globalSetup: browser } },
      { extends: true, test: { name: 'soak', include: stages.soak, globalSetup: browser, testTimeout: patience.soak } },
      { extends: true, test: { name: 'packages', include: stages.packages, globalSetup: browser } },
    ],
  },
});
