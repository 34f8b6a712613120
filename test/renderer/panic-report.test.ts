import { expect, it } from 'vitest';
import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import { lastPanic } from '../../renderer/panic/panic-report.ts';

const line: ShownLine = {
  at: '2026-03-04T18:31:00.000Z',
  showAt: null,
  operator: '',
  trigger: { kind: 'screen', detail: '' },
  app: { key: 'a', name: 'A' },
  kind: 'panic',
  action: 'Panic',
  targets: [{ address: 'a/1', id: '1', name: 'Bug' }],
  result: 'confirmed',
  reason: '',
  milliseconds: 20,
  revision: 1,
};

it('a line is a panic by its kind, whatever its action is called', () => {
  expect(lastPanic([{ ...line, action: 'Everything out' }])).toEqual({
    at: Date.parse(line.at),
    parts: [{ key: 'a', name: 'A', result: 'confirmed', text: '1 out, confirmed after 20 ms.' }],
  });
  expect(lastPanic([{ ...line, kind: 'take' }])).toBeUndefined();
});
