import { z } from 'zod';
import { AnimationAction, AnimationState } from '../model/animation-state.ts';
import { outs } from './panel-button.ts';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('take'), to: AnimationState, action: AnimationAction.default('play') });

/** An In also sends the staged edits. */
export const take = {
  schema,
  caption: ({ to, action }) => (action === 'jump' ? captions.jump(captions.states[to]) : captions.states[to]),
  lamp: 'target',
  offers: {
    sub: (on, { secondTimeline }) => [
      { do: 'take', ...on, to: 'In' },
      { do: 'take', ...on, to: 'Out' },
      ...(secondTimeline ? [{ do: 'take' as const, ...on, to: 'Out2' as const }] : []),
      { do: 'take', ...on, to: 'In', action: 'jump' },
    ],
  },
  osc: { take: { reads: ['sub', 'state', 'animation?'] } },
  buttons: {
    take_in: { name: 'Take In', inputs: [{ on: 'sub' }], gives: { to: 'In' } },
    take_out: { name: 'Take Out', inputs: [{ on: 'sub' }, { id: 'to', label: 'To', choices: outs }] },
    jump: {
      name: 'Jump',
      description: 'Without animation',
      inputs: [{ on: 'sub' }, { id: 'to', label: 'To', choices: { In: 'In', ...outs } }],
      gives: { action: 'jump' },
    },
  },
  sees: 'state',
} satisfies ActionKind<typeof schema>;
