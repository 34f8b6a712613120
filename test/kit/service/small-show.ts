import type { Composition, SubComposition } from '../../../scene/schema/composition.ts';
import type { Field } from '../../../contract/model/field.ts';

/** Ids of the sub-compositions of {@link smallShow}. */
export const ids = {
  root: '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a00',
  lowerThird: '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a01',
  title: '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a02',
  score: '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a03',
  home: '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a04',
  away: '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a05',
} as const;

type Given = Pick<Field, 'id' | 'type' | 'defaultValue'> & Partial<Field>;

const field = (given: Given, index: number): Field => ({
  title: given.id,
  resetValue: given.defaultValue,
  immediateUpdate: false,
  index,
  ...given,
});

const sub = (id: string, name: string, rest: Partial<SubComposition> & { holds?: Given[] }): SubComposition => {
  const { holds = [], ...given } = rest;
  return {
    id,
    name,
    fields: holds.map(field),
    logicLayer: null,
    secondTimeline: false,
    scene: { elements: [] },
    subcompositions: [],
    ...given,
  };
};

const fullFrame = { name: 'Full Frame', delay: 'none', tag: '#00aaff' } as const;
const team = (id: string, name: string): SubComposition =>
  sub(id, name, {
    subcompositions: [],
    holds: [
      { id: 'team', type: 'text', defaultValue: name },
      { id: 'goals', type: 'counter', defaultValue: '0', min: '0', max: '99' },
    ],
  });

/**
 * A show for tests: a lower third with two out states and a title on one logic layer, every field type, and a score with
 * two nested teams of which the second has the name of the lower third, because names are not unique.
 */
export const smallShow: Composition = {
  version: 1,
  root: sub(ids.root, 'Small Show', {
    holds: [{ id: 'channel', type: 'text', defaultValue: 'One' }],
    subcompositions: [
      sub(ids.lowerThird, 'Lower Third', {
        logicLayer: fullFrame,
        secondTimeline: true,
        holds: [
          { id: 'line1', type: 'text', defaultValue: 'Name' },
          { id: 'line2', type: 'textarea', defaultValue: 'Role' },
          { id: 'color', type: 'color', defaultValue: { a: 1, b: 0, g: 0, r: 255 } },
          { id: 'size', type: 'number', defaultValue: '10', min: '1', max: '100', step: '1' },
          { id: 'fade', type: 'normalizednumber', defaultValue: '100' },
          { id: 'boxed', type: 'checkbox', defaultValue: true },
        ],
      }),
      sub(ids.title, 'Title', {
        logicLayer: fullFrame,
        holds: [
          { id: 'picture', type: 'image', defaultValue: '' },
          { id: 'sound', type: 'audio', defaultValue: '' },
          { id: 'rows', type: 'json', defaultValue: '[]' },
          {
            id: 'style',
            type: 'selection',
            defaultValue: 'plain',
            selections: [
              { id: 'plain', title: 'Plain' },
              { id: 'bold', title: 'Bold' },
            ],
          },
          { id: 'timer', type: 'timecontrol', defaultValue: { UTC: 0, isRunning: false, value: 0 } },
          { id: 'flash', type: 'button', defaultValue: { __serviceButton: true, ts: 0 } },
        ],
      }),
      sub(ids.score, 'Score', { subcompositions: [team(ids.home, 'Home'), team(ids.away, 'Lower Third')] }),
    ],
  }),
};

/** The same with the teams beside the score, so that viewers see each of them alone. */
export const flatShow: Composition = {
  ...smallShow,
  root: {
    ...smallShow.root,
    subcompositions: smallShow.root.subcompositions.flatMap((one) => [
      { ...one, subcompositions: [] },
      ...one.subcompositions,
    ]),
  },
};
