import { describe, expect, it } from 'vitest';
import { anything, deliveryWords, queryOf } from '../../renderer/as-run/as-run-search.ts';

describe('the search in the as-run log', () => {
  it('is asked for in the time of this place, with the last day whole', () => {
    expect(queryOf({ ...anything, from: '2026-01-02', until: '2026-01-03' })).toEqual({
      from: new Date(2026, 0, 2).toISOString(),
      until: new Date(2026, 0, 4).toISOString(),
    });
    expect(queryOf(anything)).toEqual({});
  });

  it('says nothing of a file that was not saved', () => {
    expect(deliveryWords({ how: 'cancelled' })).toBe('');
  });
});
