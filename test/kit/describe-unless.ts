import { describe, it } from 'vitest';

/** A group of tests that need what a machine may lack. `missing` says what that is; then one test is skipped, with that reason. */
export function describeUnless(missing: string | undefined, what: string, tests: () => void): void {
  describe(what, () => {
    if (missing === undefined) tests();
    else it('needs more than this machine has', ({ skip }) => skip(missing));
  });
}
