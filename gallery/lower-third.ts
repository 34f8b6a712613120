import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, colors, given, peopleLayer, plate, safe, when, words } from './look.ts';
import { appear, cover, crossFade, goUp, reveal, rise, roll, wipe } from './motions.ts';

const width = 960;
const height = 150;
const bar = 14;
const logo = 142;

/** Where the words begin: behind the logo, where there is one. */
const inset = when("logo = ''", bar + 30, bar + logo + 30);
const room = when("logo = ''", width - bar - 60, width - bar - logo - 60);

const elements: SceneElement[] = [
  {
    kind: 'group',
    id: 'ground',
    frame: { x: bar, y: 0, width: width - bar, height },
    in: reveal('left', 60, 560),
    out2: cover('left', 180),
    elements: [
      { ...plate, id: 'plate', frame: { x: 0, y: 0, width: width - bar, height } },
      {
        kind: 'box',
        id: 'glow',
        frame: { x: 0, y: 0, width: 520, height },
        fill: { field: 'accent' },
        fade: { to: 'rgba(27, 39, 69, 0)', angle: 90 },
        opacity: 0.34,
        update: crossFade,
      },
    ],
  },
  {
    kind: 'box',
    id: 'logo plate',
    frame: { x: bar, y: 0, width: logo, height },
    fill: colors.white,
    visible: given('logo'),
    in: reveal('left', 80, 420),
    out2: cover('left', 140, 200),
  },
  {
    kind: 'image',
    id: 'logo',
    frame: { x: bar + 18, y: 18, width: logo - 36, height: height - 36 },
    source: { field: 'logo' },
    fit: 'contain',
    in: { ...appear(220), offset: { opacity: 0, scaleX: 0.8, scaleY: 0.8 } },
    out2: appear(0, 180),
    update: crossFade,
  },
  {
    kind: 'box',
    id: 'accent',
    frame: { x: 0, y: 0, width: bar, height },
    fill: { field: 'accent' },
    in: wipe('bottom', 0, 360),
    out2: cover('left', 100, 120),
    update: crossFade,
  },
  {
    ...words,
    id: 'name',
    frame: { x: inset, y: when("role = ''", 29, 4), width: room, height: 92 },
    text: { field: 'name' },
    size: 60,
    weight: 700,
    tracking: -1,
    in: rise(92, 200, 480),
    out2: goUp(92, 0),
    update: roll(92),
  },
  {
    ...words,
    id: 'role',
    frame: { x: inset, y: 85, width: room, height: 58 },
    text: { field: 'role' },
    size: 36,
    weight: 500,
    color: colors.fog,
    lines: 2,
    leading: 1.1,
    in: rise(58, 290, 480),
    out2: goUp(58, 50),
    update: roll(58),
  },
];

/** Who is speaking. Out1 folds it back, Out2 takes the words off upwards and closes the plate to the right. */
export const lowerThird: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a01',
  name: 'Lower Third',
  fields: inOrder([
    field({ id: 'name', type: 'text', title: 'Name' }, 'Eleanor Marsh'),
    field({ id: 'role', type: 'text', title: 'Role or place' }, 'Chief Political Correspondent'),
    field({ id: 'logo', type: 'image', title: 'Logo (none: leave empty)' }, ''),
    accentField(),
  ]),
  logicLayer: peopleLayer,
  secondTimeline: true,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'lower third',
        frame: { x: safe.left, y: 776, width, height },
        pin: { x: 'left', y: 'bottom' },
        elements,
      },
    ],
  },
  subcompositions: [],
};
