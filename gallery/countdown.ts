import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, capitals, colors, plate, safe, words } from './look.ts';
import { cover, crossFade, goUp, reveal, rise, roll, wipe } from './motions.ts';

const width = 560;
const height = 226;
const bar = 14;
const room = { x: bar + 36, width: width - bar - 72 };
const digits = { ...room, y: 78, height: 132 };

const ways = [
  { id: 'duration', title: 'From a length of time' },
  { id: 'time', title: 'To a time of day' },
];
const ends = [
  { id: 'text', title: 'The words for the end' },
  { id: 'hold', title: 'Stays at zero' },
  { id: 'hide', title: 'The digits go' },
];

const counted = {
  mask: true,
  size: 128,
  weight: 800,
  align: 'start',
  color: colors.white,
  tracking: -2,
  atEnd: 'text',
  endText: { expression: "atEnd = 'text' ? endText : atEnd = 'hold' ? '00:00' : ''" },
  in: rise(digits.height, 220, 520),
  out2: goUp(digits.height, 20),
} as const;

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
        frame: { x: 0, y: 0, width: 400, height },
        fill: { field: 'accent' },
        fade: { to: 'rgba(27, 39, 69, 0)', angle: 90 },
        opacity: 0.34,
        update: crossFade,
      },
    ],
  },
  {
    kind: 'box',
    id: 'accent',
    frame: { x: 0, y: 0, width: bar, height },
    fill: { field: 'accent' },
    in: wipe('bottom', 0, 400),
    out2: cover('left', 100, 120),
    update: crossFade,
  },
  {
    ...words,
    id: 'label',
    frame: { ...room, y: 20, height: 58 },
    text: { field: 'label' },
    size: 32,
    ...capitals,
    color: colors.fog,
    in: rise(58, 180, 460),
    out2: goUp(58, 0),
    update: roll(58),
  },
  {
    kind: 'timer',
    id: 'duration',
    frame: digits,
    visible: { expression: "way = 'duration'" },
    time: { field: 'timer' },
    from: { expression: 'minutes * 60 + seconds' },
    format: { expression: "minutes >= 60 ? 'h:mm:ss' : 'mm:ss'" },
    ...counted,
  },
  {
    kind: 'clock',
    id: 'until',
    frame: digits,
    visible: { expression: "way = 'time'" },
    zone: { field: 'zone' },
    until: { field: 'until' },
    format: 'h:mm:ss',
    ...counted,
  },
];

const count = { step: '1', min: '0' };

/** How long it still is: from a length of time that is started by hand, or to a time of day. */
export const countdown: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a07',
  name: 'Countdown',
  fields: inOrder([
    field({ id: 'label', type: 'text', title: 'Label' }, 'We begin in'),
    field({ id: 'way', type: 'selection', title: 'Counts' }, 'duration', { selections: ways }),
    field({ id: 'minutes', type: 'number', title: 'Length: minutes' }, '10', { ...count, max: '5999' }),
    field({ id: 'seconds', type: 'number', title: 'Length: seconds' }, '0', { ...count, max: '59' }),
    field(
      { id: 'timer', type: 'timecontrol', title: 'Start and stop' },
      { UTC: 0, isRunning: false, value: 0 },
      { immediateUpdate: true },
    ),
    field({ id: 'until', type: 'text', title: 'Time of day (20:00)' }, '20:00'),
    field({ id: 'zone', type: 'text', title: 'Time zone of it (Europe/London, or local)' }, 'local'),
    field({ id: 'atEnd', type: 'selection', title: 'At the end' }, 'text', { selections: ends }),
    field({ id: 'endText', type: 'text', title: 'Words for the end' }, 'Now'),
    accentField(),
  ]),
  logicLayer: null,
  secondTimeline: true,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'countdown',
        frame: { x: safe.left, y: 700, width, height },
        pin: { x: 'left', y: 'bottom' },
        elements,
      },
    ],
  },
  subcompositions: [],
};
