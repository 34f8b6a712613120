import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';

/** A line of the as-run log with no more than the test says. */
export function asRunLineOf(of: Partial<AsRunLine> = {}): AsRunLine {
  return {
    at: '2026-01-02T03:04:05.678Z',
    showAt: '2026-01-02T03:04:05.900Z',
    operator: 'Ada',
    trigger: { kind: 'key', detail: 'F2' },
    app: { key: 'news', name: 'Evening News' },
    kind: 'take',
    action: 'Take In',
    targets: [{ address: 'news/a', id: 'a', name: 'Lower Third' }],
    items: [{ subCompositionId: 'a', state: 'In' }],
    result: 'confirmed',
    reason: '',
    milliseconds: 3.5,
    revision: 7,
    ...of,
  };
}
