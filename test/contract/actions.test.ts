import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/set-up.js';
import { actions } from '../../contract/actions/actions.ts';

it('each action has the name under which it is listed', () => {
  const names = Object.values(actions).map(({ schema }) => schema.shape.do.value);
  expect(names).toEqual(Object.keys(actions));
});

it('the document for OSC has the address of each action, and no other', () => {
  const document = readFileSync(join(root, 'docs/operators/osc.md'), 'utf8');
  const rows = document.split('\n').filter((line) => line.startsWith('| `/overlay/'));
  const documented = rows.flatMap((row) => [...row.matchAll(/`\/overlay\/([\w/]+)/g)].map(([, address]) => address));
  const tally = documented.filter((address) => /^(tally|onair)\//.test(address ?? ''));
  const addresses = Object.values(actions).flatMap(({ osc }) => Object.keys(osc));
  expect(documented.filter((address) => !tally.includes(address)).sort()).toEqual(['action', ...addresses].sort());
});
