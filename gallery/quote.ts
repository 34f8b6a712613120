import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, colors, given, peopleLayer, plate, safe, when, words } from './look.ts';
import { appear, cover, crossFade, goUp, reveal, rise, roll, wipe } from './motions.ts';

const width = 1320;
const height = 356;
const bar = 14;
const portrait = 300;
const textAt = when("picture = ''", bar + 56, bar + portrait + 56);
const room = when("picture = ''", width - bar - 112, width - bar - portrait - 112);

/** Two quotation marks, drawn so that they look the same in front of every script. */
const marks =
  'M0 60V30C0 12 10 2 28 0V12C20 14 15 20 15 28H28V60ZM40 60V30C40 12 50 2 68 0V12C60 14 55 20 55 28H68V60Z';

const elements: SceneElement[] = [
  {
    ...plate,
    id: 'plate',
    frame: { x: bar, y: 0, width: width - bar, height },
    in: reveal('left', 60, 620),
    out2: cover('left', 180),
  },
  {
    kind: 'image',
    id: 'picture',
    frame: { x: bar, y: 0, width: portrait, height },
    mask: true,
    source: { field: 'picture' },
    fit: 'cover',
    in: { offset: { opacity: 0, scaleX: 1.08, scaleY: 1.08 }, delay: 160, duration: 600, easing: 'ease-out' },
    out2: cover('left', 180, 160),
    update: crossFade,
  },
  {
    kind: 'box',
    id: 'accent',
    frame: { x: 0, y: 0, width: bar, height },
    fill: { field: 'accent' },
    in: wipe('bottom', 0, 420),
    out2: cover('left', 100, 120),
    update: crossFade,
  },
  {
    kind: 'path',
    id: 'marks',
    frame: { x: width - 148, y: 28, width: 92, height: 81 },
    path: marks,
    box: { width: 68, height: 60 },
    fill: { field: 'accent' },
    opacity: 0.9,
    in: { ...appear(300), offset: { opacity: 0, y: 20 } },
    out2: appear(0, 180),
    update: crossFade,
  },
  {
    ...words,
    mask: false,
    id: 'quote',
    frame: {
      x: textAt,
      y: 32,
      width: when("picture = ''", width - bar - 270, width - bar - portrait - 270),
      height: 196,
    },
    text: { field: 'quote' },
    size: 48,
    weight: 600,
    lines: 4,
    leading: 1.2,
    smallest: 0.5,
    in: { ...rise(60, 240, 560), offset: { y: 60, opacity: 0 } },
    out2: { ...goUp(40, 0), offset: { y: -40, opacity: 0 } },
    update: { ...roll(60), leave: { y: -40, opacity: 0 }, enter: { y: 40, opacity: 0 } },
  },
  {
    kind: 'box',
    id: 'rule',
    frame: { x: textAt, y: 242, width: room, height: 2 },
    fill: colors.line,
    in: wipe('left', 320, 420),
    out2: appear(0, 180),
  },
  {
    ...words,
    id: 'name',
    frame: { x: textAt, y: 250, width: room, height: 56 },
    text: { field: 'name' },
    size: 34,
    weight: 700,
    in: rise(56, 340),
    out2: goUp(56, 30),
    update: roll(56),
  },
  {
    ...words,
    id: 'role',
    frame: { x: textAt, y: 297, width: room, height: 44 },
    text: { field: 'role' },
    visible: given('role'),
    size: 26,
    weight: 500,
    color: colors.fog,
    in: rise(44, 400),
    out2: goUp(44, 50),
    update: roll(44),
  },
];

/** What somebody said, with their portrait where there is one. */
export const quote: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a0a',
  name: 'Quote',
  fields: inOrder([
    field(
      { id: 'quote', type: 'textarea', title: 'What was said' },
      'A railway is not a line on a map. It is the reason a town is still there in fifty years.',
      { height: '100' },
    ),
    field({ id: 'name', type: 'text', title: 'Who said it' }, 'Ingrid Solberg'),
    field({ id: 'role', type: 'text', title: 'Role or place' }, 'Mayor of Old Quay'),
    field({ id: 'picture', type: 'image', title: 'Portrait (none: leave empty)' }, ''),
    accentField(),
  ]),
  logicLayer: peopleLayer,
  secondTimeline: true,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'panel',
        frame: { x: safe.left, y: 570, width, height },
        pin: { x: 'left', y: 'bottom' },
        elements,
      },
    ],
  },
  subcompositions: [],
};
