import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, capitals, colors, given, plate, safe, when, words } from './look.ts';
import { crossFade, reveal, rise, roll, wipe } from './motions.ts';

const height = 72;
const width = 372;
const time = 190;

const forms = [
  { id: 'HH:mm', title: '19:42' },
  { id: 'HH:mm:ss', title: '19:42:07' },
  { id: 'h:mm a', title: '7:42 PM' },
];

const elements: SceneElement[] = [
  { ...plate, id: 'plate', frame: { x: 0, y: 0, width, height }, in: reveal('left', 0, 520) },
  {
    kind: 'box',
    id: 'accent',
    frame: { x: 0, y: height - 6, width, height: 6 },
    fill: { field: 'accent' },
    in: wipe('left', 140, 520),
    update: crossFade,
  },
  {
    kind: 'clock',
    id: 'time',
    frame: { x: 20, y: 0, width: time - 32, height: height - 6 },
    mask: true,
    zone: { field: 'zone' },
    format: { field: 'format' },
    size: when("format = 'HH:mm'", 46, 34),
    weight: 700,
    align: 'center',
    color: colors.white,
    in: rise(height, 180, 440),
  },
  {
    kind: 'box',
    id: 'divider',
    frame: { x: time, y: 16, width: 2, height: height - 38 },
    fill: colors.line,
    in: wipe('top', 240, 320),
  },
  {
    ...words,
    id: 'city',
    frame: {
      x: time + 20,
      y: when("dateForm != ''", 2, 0),
      width: width - time - 36,
      height: when("dateForm != ''", 40, height - 6),
    },
    text: { field: 'city' },
    size: 25,
    ...capitals,
    tracking: 4,
    in: rise(height, 240, 440),
    update: roll(height),
  },
  {
    kind: 'clock',
    id: 'date',
    frame: { x: time + 20, y: 34, width: width - time - 36, height: 32 },
    mask: true,
    visible: given('dateForm'),
    zone: { field: 'zone' },
    format: { field: 'dateForm' },
    language: { field: 'language' },
    size: 20,
    weight: 500,
    align: 'start',
    color: colors.fog,
    in: rise(32, 300, 440),
  },
];

/** The time of day in a city, in the upper left. */
export const clock: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a09',
  name: 'Clock',
  fields: inOrder([
    field({ id: 'city', type: 'text', title: 'City' }, 'London'),
    field({ id: 'zone', type: 'text', title: 'Time zone (Europe/London, or local)' }, 'Europe/London'),
    field({ id: 'format', type: 'selection', title: 'Form' }, 'HH:mm', { selections: forms }),
    field({ id: 'dateForm', type: 'text', title: 'Form of the date (none: leave empty)' }, 'EEE d MMM'),
    field({ id: 'language', type: 'text', title: 'Language of the date (en, fr, ar, ja)' }, 'en'),
    accentField(),
  ]),
  logicLayer: null,
  secondTimeline: false,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'clock',
        frame: { x: safe.left, y: safe.top, width, height },
        pin: { x: 'left', y: 'top' },
        elements,
      },
    ],
  },
  subcompositions: [],
};
