import type { Composition, SubComposition } from '../../../scene/schema/composition.ts';
import type { Field } from '../../../contract/model/field.ts';
import type { SceneElement } from '../../../scene/schema/scene.ts';

/** A field of a test show. */
export const testField = (id: string, type: Field['type'], defaultValue: Field['defaultValue']): Field => ({
  id,
  type,
  title: id,
  defaultValue,
  resetValue: defaultValue,
  immediateUpdate: false,
  index: 0,
});

/** A sub-composition with these fields and this look. */
export function subComposition(id: string, fields: Field[], elements: SceneElement[]): SubComposition {
  return {
    id,
    name: `Sub ${id.slice(-2)}`,
    fields,
    logicLayer: null,
    secondTimeline: true,
    scene: { elements },
    subcompositions: [],
  };
}

/** A composition of these sub-compositions. */
export function composition(...subcompositions: SubComposition[]): Composition {
  const root = subComposition('6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e00', [], []);
  return { version: 1, root: { ...root, secondTimeline: false, subcompositions } };
}

export const moverId = '6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d4e01';

/** The pixels that the mover travels on each of its lines, and the milliseconds that it takes. */
export const travel = 1_000;

const frame = { x: 400, y: 40, width: 200, height: 100 };
const motion = (offset: { x?: number; y?: number }) =>
  ({ offset, delay: 0, duration: travel, easing: 'linear' }) as const;

/** One box that moves a pixel in a millisecond: from the left as In, downwards as Out2; and a word that never moves. */
export const lineShow = composition(
  subComposition(
    moverId,
    [testField('word', 'text', 'Ready')],
    [
      { kind: 'box', id: 'mover', frame, fill: '#c00', in: motion({ x: -travel }), out2: motion({ y: travel }) },
      { kind: 'text', id: 'word', frame, text: { field: 'word' }, size: 40, weight: 700, align: 'left', color: '#fff' },
    ],
  ),
);
