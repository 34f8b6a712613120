import { expect, it } from 'vitest';
import { commonNames, membersOf, shapes } from '../../renderer/workshop/forms/shape.ts';
import { elementKinds } from '../../scene/schema/scene.ts';

it('every kind of element has a form, with its own properties beside those of all', () => {
  expect([...shapes.element.keys()].sort()).toEqual([...elementKinds].sort());
  expect([...commonNames].sort()).toEqual(['frame', 'mask', 'opacity', 'pin', 'rotate', 'visible']);
  const size = membersOf(shapes.element.get('text')).find(({ name }) => name === 'size');
  expect(size).toMatchObject({ required: true, shape: { is: 'bound', fixed: { is: 'number' } } });
});
