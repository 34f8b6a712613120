import { describe, expect, it } from 'vitest';
import { usableShow } from '../../../desk/show/usable-show.ts';

describe('what of a show can be used', () => {
  it('leaves out a look that is wrong, and calls it no cue', () => {
    const { content, wrong } = usableShow({ looks: [{ name: 'Goal', apps: 7 }], keys: [] });
    expect(content).toEqual({ looks: [], keys: [] });
    expect(wrong).toEqual([expect.stringMatching(/^looks\[0\]: .* It is left out\.$/)]);
  });
});
