import type { SubComposition } from '../../scene/schema/composition.ts';
import { field, inOrder, rgb } from '../../scene/content/new-field.ts';
import { mainLayer } from './layers.ts';
import { leaveRight, rise, wipe } from '../../gallery/motions.ts';
import { colors } from './look.ts';

const left = 110;
const width = 900;

/** Who is speaking: a name on a light plate, what they are on a dark one. Out1 folds it back, Out2 wipes it off. */
export const lowerThird: SubComposition = {
  id: '3b1f7a52-8c4d-4e0a-9d27-5f6a1c2e7b01',
  name: 'Lower Third',
  fields: inOrder([
    field({ id: 'line1', type: 'text', title: 'Name' }, 'Eleanor Marsh'),
    field({ id: 'line2', type: 'text', title: 'Description' }, 'Chief Political Correspondent'),
    field({ id: 'color', type: 'color', title: 'Accent color' }, rgb(207, 31, 56)),
  ]),
  logicLayer: mainLayer,
  secondTimeline: true,
  scene: {
    elements: [
      {
        kind: 'box',
        id: 'accent',
        frame: { x: 96, y: 776, width: 14, height: 142 },
        fill: { field: 'color' },
        in: wipe('bottom', 0, 340),
        out2: leaveRight(180),
      },
      {
        kind: 'box',
        id: 'name plate',
        frame: { x: left, y: 776, width, height: 86 },
        fill: colors.white,
        fade: { to: colors.paper, angle: 180 },
        in: wipe('left', 100, 480),
        out2: leaveRight(60),
      },
      {
        kind: 'box',
        id: 'description plate',
        frame: { x: left, y: 862, width, height: 56 },
        fill: colors.midnight,
        fade: { to: colors.dusk, angle: 90 },
        in: wipe('left', 180, 480),
        out2: leaveRight(120),
      },
      {
        kind: 'text',
        id: 'name',
        frame: { x: left + 28, y: 776, width: width - 56, height: 86 },
        mask: true,
        text: { field: 'line1' },
        size: 56,
        weight: 700,
        align: 'left',
        color: colors.midnight,
        tracking: -1,
        in: rise(86, 260, 460),
        out2: leaveRight(0, width),
      },
      {
        kind: 'text',
        id: 'description',
        frame: { x: left + 28, y: 862, width: width - 56, height: 56 },
        mask: true,
        text: { field: 'line2' },
        size: 32,
        weight: 400,
        align: 'left',
        color: colors.white,
        in: rise(56, 340, 460),
        out2: leaveRight(60, width),
      },
    ],
  },
  subcompositions: [],
};
