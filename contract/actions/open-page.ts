import { z } from 'zod';
import { deviceInput } from './panel-button.ts';
import { type ActionKind, onDevice, PageNumber } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onDevice.extend({ do: z.literal('openPage'), page: PageNumber });

export const openPage = {
  schema,
  caption: ({ page }) => captions.page(page),
  lamp: 'none',
  offers: {
    device: (on, pages) => pages.map((page) => ({ do: 'openPage', ...on, page })),
    heldOnDevice: (on, pages) => pages.map((page) => ({ do: 'openPage', ...on, page })),
  },
  osc: {},
  buttons: {
    open_page: {
      name: 'Open a page of a MIDI controller',
      inputs: [deviceInput, { id: 'page', label: 'Page', usual: 1 }],
    },
  },
} satisfies ActionKind<typeof schema>;
