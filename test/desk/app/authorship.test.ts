import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../desk/app/operation.ts';
import { Authorship } from '../../../desk/app/authorship.ts';

const operation = (number: number): Operation => ({
  kind: 'values',
  action: 'Update',
  items: [{ id: 'third' }],
  app: 'box',
  number,
  trigger: { kind: 'key', detail: 'F1' },
  operator: '',
  at: 0,
  start: 0,
});

describe('who made a change', () => {
  it('is this desk where its answer named the revision, before or after the change was told', () => {
    const authorship = new Authorship();
    authorship.settled(operation(1), { revision: 2, named: true, confirmed: 1 });
    expect(authorship.changed(2, ['third'], [])).toEqual([]);
    const second = operation(2);
    expect(authorship.changed(3, ['third'], [second])).toEqual([]);
    expect(authorship.settled(second, { revision: 3, named: true, confirmed: 3 })).toEqual([]);
    expect(authorship.changed(4, ['third'], [])).toEqual(['third']);
  });

  it('is awaited for no revision that was told, also where nobody names any, however long a show goes on', () => {
    const authorship = new Authorship();
    const awaited = Array.from({ length: 300 }, (_, at) => {
      authorship.settled(operation(at), {
        revision: (at + 2) * 1_000_000,
        named: false,
        confirmed: (at + 1) * 1_000_000,
      });
      return authorship.awaited;
    });
    expect(awaited).toEqual(awaited.map((_, at) => [(at + 2) * 1_000_000]));
  });

  it('is awaited no longer where a later change was told', () => {
    const authorship = new Authorship();
    for (const revision of [3, 5]) authorship.settled(operation(revision), { revision, named: true, confirmed: 1 });
    expect(authorship.changed(4, ['bug'], [])).toEqual(['bug']);
    expect(authorship.awaited).toEqual([5]);
  });
});
