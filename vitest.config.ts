import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testStages } from './build/test-stages.ts';

const stages = testStages();
const browser = 'test/kit/set-up/browser.ts';

export default defineConfig({
  test: {
    // One more than there are processors: a test that waits for its page leaves its processor idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'test/kit/set-up/runs.ts',
    setupFiles: 'test/kit/set-up/generated.ts',
    // They end what hangs and nothing else: a busy machine takes several times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A promise that was meant to be awaited, or a mock that leaks into the next test, must not pass unseen.
    restoreMocks: true,
    unstubEnvs: true,
    // What is waited for has no time of its own: a machine may be slow. Shorter than the test's, to say what was seen.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    // A kit module has no state of its own, so a worker loads it once for all its files.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: stages.unit } },
      { extends: true, test: { name: 'alone', include: stages.alone, isolate: true } },
      { extends: true, test: { name: 'browser', include: stages.browser, globalSetup: browser } },
      { extends: true, test: { name: 'soak', include: stages.soak, globalSetup: browser, testTimeout: 900_000 } },
    ],
  },
});
