import { defineConfig } from 'vitest/config';
import { testStages } from './build/test-stages.ts';

const stages = testStages();
const browser = 'test/kit/set-up/browser.ts';

export default defineConfig({
  test: {
    globalSetup: 'test/kit/set-up/runs.ts',
    setupFiles: 'test/kit/set-up/generated.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A promise that was meant to be awaited, or a mock that leaks into the next test, must not pass unseen.
    restoreMocks: true,
    unstubEnvs: true,
    // What is waited for has no time of its own: a machine may be slow. The test's timeout ends a wait for nothing.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    projects: [
      // Modules without a state are loaded once for all files of a worker.
      { extends: true, test: { name: 'unit', include: stages.unit, isolate: false } },
      { extends: true, test: { name: 'browser', include: stages.browser, globalSetup: browser } },
      { extends: true, test: { name: 'soak', include: stages.soak, globalSetup: browser } },
    ],
  },
});
