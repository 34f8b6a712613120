import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import type { WidgetUi } from '../scene/schema/widget-ui.ts';
import { widgetFields } from '../scene/content/widget-fields.ts';
import { colors, given, peopleLayer, plate, safe, words } from './look.ts';
import { cover, crossFade, goUp, reveal, rise, roll, wipe } from './motions.ts';

const width = 840;
const height = 138;
const bar = 12;
const blue = 'rgb(24, 92, 255)';
const amber = 'rgb(255, 176, 32)';

interface Person {
  side: 'left' | 'right';
  x: number;
  delay: number;
}

/** One of the two, at one side of the picture. */
function person({ side, x, delay }: Person): SceneElement {
  const id = (part: string): string => `${side}${part}`;
  const accent = { field: id('Accent') };
  const text = { x: bar + 28, width: width - bar - 56 };
  const elements: SceneElement[] = [
    {
      kind: 'group',
      id: id(' ground'),
      frame: { x: bar, y: 0, width: width - bar, height },
      in: reveal('left', delay + 60, 540),
      out2: cover('left', delay + 180),
      elements: [
        { ...plate, id: id(' plate'), frame: { x: 0, y: 0, width: width - bar, height } },
        {
          kind: 'box',
          id: id(' glow'),
          frame: { x: 0, y: 0, width: 420, height },
          fill: accent,
          fade: { to: 'rgba(27, 39, 69, 0)', angle: 90 },
          opacity: 0.34,
          update: crossFade,
        },
      ],
    },
    {
      kind: 'box',
      id: id(' accent'),
      frame: { x: 0, y: 0, width: bar, height },
      fill: accent,
      in: wipe('bottom', delay, 360),
      out2: cover('left', delay + 100, 120),
      update: crossFade,
    },
    {
      ...words,
      id: id(' name'),
      frame: { y: 4, height: 82, ...text },
      text: { field: id('Name') },
      size: 52,
      weight: 700,
      tracking: -1,
      in: rise(82, delay + 180, 460),
      out2: goUp(82, delay),
      update: roll(82),
    },
    {
      ...words,
      id: id(' role'),
      frame: { y: 78, height: 52, ...text },
      text: { field: id('Role') },
      size: 32,
      weight: 500,
      color: colors.fog,
      lines: 2,
      leading: 1.1,
      in: rise(52, delay + 260, 460),
      out2: goUp(52, delay + 40),
      update: roll(52),
    },
  ];
  return {
    kind: 'group',
    id: side,
    frame: { x, y: 788, width, height },
    pin: { x: side, y: 'bottom' },
    visible: given(id('Name')),
    elements,
  };
}

function fieldsOf(side: string, name: string, look: { role: string; accent: string }): WidgetUi['model']['fields'] {
  return [
    { id: `${side}Name`, type: 'text', title: 'Name', defaultValue: name },
    { id: `${side}Role`, type: 'text', title: 'Role or place', defaultValue: look.role },
    { id: `${side}Accent`, type: 'color', title: 'Color', defaultValue: look.accent },
  ];
}

const widget: WidgetUi = {
  model: {
    fields: [
      ...fieldsOf('left', 'Eleanor Marsh', { role: 'Studio', accent: blue }),
      ...fieldsOf('right', 'Jonas Lindqvist', { role: 'Northern Isles', accent: amber }),
    ],
    groups: [
      { id: 'left', title: 'Left', width: 'double', childIds: ['leftName', 'leftRole', 'leftAccent'] },
      { id: 'right', title: 'Right', width: 'double', childIds: ['rightName', 'rightRole', 'rightAccent'] },
    ],
  },
};

/** Two people in conversation, each at their side of the picture. One without a name is not shown. */
export const lowerThirdTwo: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a02',
  name: 'Lower Third, Two People',
  fields: widgetFields(widget),
  widget,
  logicLayer: peopleLayer,
  secondTimeline: true,
  scene: {
    elements: [
      person({ side: 'left', x: safe.left, delay: 0 }),
      person({ side: 'right', x: safe.right - width, delay: 120 }),
    ],
  },
  subcompositions: [],
};
