import { expect, it } from 'vitest';
import { jsonPath } from '../../contract/json-path.ts';

it.each([
  [[], ''],
  [[0], '[0]'],
  [[0, 'payload', 'line1'], '[0].payload.line1'],
  [[12, 'payload', 'a b'], '[12].payload["a b"]'],
  [['payload', '0'], 'payload["0"]'],
])('%j is written as %s', (steps, written) => {
  expect(jsonPath(steps)).toBe(written);
});
