import type { SubComposition } from '../../scene/schema/composition.ts';
import { button, field, inOrder } from '../../scene/content/new-field.ts';
import { rise, slide, wipe } from '../../gallery/motions.ts';
import { colors } from './look.ts';

const formats = [
  { id: 'mm:ss', title: 'Minutes and seconds' },
  { id: 'h:mm:ss', title: 'Hours, minutes and seconds' },
  { id: 'ss.t', title: 'Seconds and tenths' },
];

/** A running clock in the upper right, which can be made to flash. */
export const clock: SubComposition = {
  id: 'c4e81b36-90d7-4a5c-a1f2-6b3e8d7c0f03',
  name: 'Clock',
  fields: inOrder([
    field({ id: 'label', type: 'text', title: 'Label' }, 'Match time'),
    field(
      { id: 'time', type: 'timecontrol', title: 'Time' },
      { UTC: 0, isRunning: false, value: 0 },
      { immediateUpdate: true },
    ),
    field({ id: 'format', type: 'selection', title: 'Format' }, 'mm:ss', { selections: formats }),
    button('flash', 'Flash'),
  ]),
  logicLayer: null,
  secondTimeline: false,
  scene: {
    elements: [
      {
        kind: 'box',
        id: 'plate',
        frame: { x: 1444, y: 54, width: 380, height: 76 },
        fill: colors.dusk,
        fade: { to: colors.midnight, angle: 90 },
        in: wipe('right', 0, 440),
      },
      {
        kind: 'box',
        id: 'edge',
        frame: { x: 1444, y: 130, width: 380, height: 5 },
        fill: colors.crimson,
        in: wipe('right', 120, 480),
      },
      {
        kind: 'text',
        id: 'label',
        frame: { x: 1468, y: 54, width: 150, height: 76 },
        text: { field: 'label' },
        size: 22,
        weight: 700,
        align: 'left',
        color: colors.mist,
        tracking: 5,
        uppercase: true,
        lines: 2,
        in: slide({ x: 24 }, 220),
      },
      {
        kind: 'timer',
        id: 'time',
        frame: { x: 1620, y: 54, width: 180, height: 76 },
        mask: true,
        time: { field: 'time' },
        format: { field: 'format' },
        size: 48,
        weight: 700,
        align: 'right',
        color: colors.white,
        in: rise(76, 220),
      },
      {
        kind: 'flash',
        id: 'flash',
        frame: { x: 1444, y: 54, width: 380, height: 81 },
        fill: colors.amber,
        fire: { field: 'flash' },
        duration: 700,
      },
    ],
  },
  subcompositions: [],
};
