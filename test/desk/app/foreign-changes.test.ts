import { expect, it } from 'vitest';
import { Confirmed } from '../../../desk/app/confirmed.ts';
import { foreignChanges } from '../../../desk/app/authorship.ts';
import type { Operation } from '../../../desk/app/operation.ts';
import { modelItem, snapshot } from '../../kit/desk/scripted-ports.ts';
import { oddFieldIds } from '../../kit/scene/odd-names.ts';

const logicLayer = { name: 'Main', tag: '', delay: 'none' as const };
const inLayer = (id: string) => modelItem({ id, logicLayer, state: 'Out' });

it('what goes out because another of its layer came in is the own doing, but only in the same loaded composition', () => {
  const confirmed = new Confirmed();
  const roots = [
    modelItem({ id: 'one', subcompositions: [inLayer('a'), inLayer('b')] }),
    modelItem({ id: 'two', subcompositions: [inLayer('c')] }),
  ];
  confirmed.adopt(snapshot(roots));
  const take = { kind: 'take', items: [{ id: 'a', state: 'In' }] } as unknown as Operation;
  const out = ['b', 'c'].map((id) => ({ id, state: 'Out1' as const }));
  expect(foreignChanges(out, [take], confirmed)).toEqual(['c']);
});

it.each(oddFieldIds.slice(0, 4))('a value of %s is of others where the own request sets another field', (field) => {
  const confirmed = new Confirmed();
  confirmed.adopt(snapshot([modelItem({ id: 'one' })]));
  const sent = { kind: 'values', items: [{ id: 'one', payload: { driver: 'Leclerc' } }] } as unknown as Operation;
  const pressed = { kind: 'command', items: [{ id: 'one', commands: { flash: 'execute' } }] } as unknown as Operation;
  expect(foreignChanges([{ id: 'one', payload: { [field]: 'Ferrari' } }], [sent, pressed], confirmed)).toEqual(['one']);
});
