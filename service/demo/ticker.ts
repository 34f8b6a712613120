import type { SubComposition } from '../../scene/schema/composition.ts';
import { field, inOrder } from '../../scene/content/new-field.ts';
import { appear, rise, wipe } from '../../gallery/motions.ts';
import { colors } from './look.ts';

const headlines = [
  'Parliament votes tonight on the coastal rail bill',
  'Storm warning lifted for the northern isles',
  'Central bank holds its rate for a fourth month',
  'Harbour City meet Northgate in the cup final on Saturday',
].join('\n');

/** Headlines that run along the lower safe edge. */
export const ticker: SubComposition = {
  id: '7d0c2e94-15ab-4f63-8b0e-2a9d4c6f1e02',
  name: 'Ticker',
  fields: inOrder([
    field({ id: 'text', type: 'textarea', title: 'Headlines, one per line' }, headlines, { height: '140' }),
    field({ id: 'speed', type: 'number', title: 'Speed (pixels per second)' }, '160', {
      step: '10',
      min: '0',
      max: '600',
      immediateUpdate: true,
    }),
    field({ id: 'label', type: 'checkbox', title: 'Show label' }, true, { immediateUpdate: true }),
  ]),
  logicLayer: null,
  secondTimeline: false,
  scene: {
    elements: [
      {
        kind: 'box',
        id: 'band',
        frame: { x: 96, y: 962, width: 1728, height: 64 },
        fill: colors.midnight,
        fade: { to: colors.dusk, angle: 90 },
        in: wipe('left', 0, 560),
      },
      {
        kind: 'crawl',
        id: 'headlines',
        frame: { x: 96, y: 962, width: 1728, height: 64 },
        text: { field: 'text' },
        speed: { field: 'speed' },
        start: 268,
        separator: colors.crimson,
        size: 32,
        weight: 500,
        align: 'left',
        color: colors.white,
        in: appear(300, 300),
      },
      {
        kind: 'box',
        id: 'label plate',
        frame: { x: 96, y: 962, width: 236, height: 64 },
        fill: colors.crimson,
        visible: { field: 'label' },
        in: wipe('left', 0, 420),
      },
      {
        kind: 'text',
        id: 'label',
        frame: { x: 96, y: 962, width: 236, height: 64 },
        mask: true,
        text: 'Headlines',
        visible: { field: 'label' },
        size: 28,
        weight: 700,
        align: 'center',
        color: colors.white,
        tracking: 6,
        uppercase: true,
        in: rise(64, 200),
      },
    ],
  },
  subcompositions: [],
};
