import { defineConfig } from 'vitest/config';

/** The tests run in Node; those that need a browser drive one themselves. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    passWithNoTests: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A promise that was meant to be awaited, or a mock that leaks into the next test, must not pass unseen.
    restoreMocks: true,
    unstubEnvs: true,
    expect: { requireAssertions: true },
  },
});
