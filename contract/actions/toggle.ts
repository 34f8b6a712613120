import { z } from 'zod';
import { AnimationAction } from '../model/animation-state.ts';
import { withoutAnimation } from './panel-button.ts';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('toggle'), action: AnimationAction.default('play') });

/** Takes Out if confirmed In, and In if confirmed out. Refused while the state is unknown. */
export const toggle = {
  schema,
  caption: ({ action }) => (action === 'jump' ? captions.jumpToggle : captions.toggle),
  lamp: 'target',
  offers: { sub: (on) => [{ do: 'toggle', ...on }] },
  osc: { toggle: { reads: ['sub', 'animation?'] } },
  buttons: {
    toggle: {
      name: 'In or Out',
      description: 'Refused while the state is unknown',
      inputs: [{ on: 'sub' }, withoutAnimation],
      gives: ({ jump }) => ({ action: jump ? 'jump' : 'play' }),
    },
  },
  sees: 'state',
} satisfies ActionKind<typeof schema>;
