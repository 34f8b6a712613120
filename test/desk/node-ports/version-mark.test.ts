import { expect, it } from 'vitest';
import { markedVersion } from '../../../desk/node-ports/version-mark.ts';

it.each([
  [true, '1.2.3'],
  [false, '1.2.3 UNSIGNED'],
  [undefined, '1.2.3 (not packaged)'],
])('a version with the mark %s is "%s"', (signed, said) => {
  expect(markedVersion({ version: '1.2.3', ...(signed !== undefined && { signed }) })).toBe(said);
});
